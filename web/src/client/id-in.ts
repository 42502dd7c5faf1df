/** The id in a part of the address; undefined if it is missing or malformed. */
export function idIn(text: string | undefined): number | undefined {
  const id = /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0;
  return id > 0 ? id : undefined;
}
