/** Puts a text on the clipboard, also where the browser offers no clipboard (plain http). */
export async function copyText(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = value;
    area.style.position = 'fixed';
    area.style.opacity = '0';
    document.body.append(area);
    area.select();
    // The one way left on pages without https.
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}
