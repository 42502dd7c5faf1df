/** Saves bytes under a name, as a download of the browser. */
export function saveFile(name: string, bytes: Blob): void {
  const url = URL.createObjectURL(bytes);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // Safari reads the address after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
