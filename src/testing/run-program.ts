import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The root folder of the project. */
export const projectFolder = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Runs a program to its end, while servers of this process answer it. Gives what it wrote; throws what it wrote when it
 * failed. `timeoutMs` ends a program that hangs.
 */
export function runProgram(
  command: string,
  args: readonly string[],
  { cwd, env = {}, timeoutMs = 60_000 }: { cwd: string; env?: Record<string, string>; timeoutMs?: number },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, timeout: timeoutMs });
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${command} ended with ${code}\n${output}\n${errors}`));
    });
  });
}
