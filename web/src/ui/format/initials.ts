/** Up to two letters for a person without a picture; Hangul names show their family name's first syllable. */
export function initialsOf(name: string): string {
  const words = name
    .replace(/[()[\]]/g, ' ')
    .split(/[\s,]+/)
    .filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('');
  return (
    /^[\p{Script=Hangul}\p{Script=Han}]/u.test(letters) ? ([...letters][0] ?? '') : letters
  ).toUpperCase();
}
