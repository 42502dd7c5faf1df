/** Lets the browser save what is behind an address of ours; the session cookie travels along. */
export function saveFrom(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
