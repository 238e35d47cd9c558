import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const libraries = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (triplet) => `/usr/lib/${triplet}/faketime/libfaketime.so.1`,
);

/** Clocks of processes that can be set while they run, by libfaketime (Debian: libfaketime). */
export type MovedClocks = {
  /** What a process is started with so that it reads the clock of that name; timers go on as they would. */
  env: (name: string) => Record<string, string>;
  /** Sets the clock of one name to so many seconds off, within a second. */
  set: (name: string, seconds: number) => void;
};

/** Clocks in a directory; undefined where the library is not installed. */
export function movedClocks(directory: string): MovedClocks | undefined {
  const library = libraries.find((file) => existsSync(file));
  if (library === undefined) return undefined;
  mkdirSync(directory, { recursive: true, mode: 0o755 });
  const fileOf = (name: string): string => path.join(directory, name);
  const set = (name: string, seconds: number): void => {
    // Replaced as a whole: a process that reads it meanwhile must not see half of it.
    writeFileSync(`${fileOf(name)}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`);
    renameSync(`${fileOf(name)}.new`, fileOf(name));
  };
  return {
    set,
    env: (name) => {
      if (!existsSync(fileOf(name))) set(name, 0);
      return {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: fileOf(name),
        FAKETIME_CACHE_DURATION: '1',
        DONT_FAKE_MONOTONIC: '1',
      };
    },
  };
}
