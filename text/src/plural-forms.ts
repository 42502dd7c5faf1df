/** The texts of a language folder: words under keys, which may stand in groups. */
export type Texts = { [key: string]: string | Texts };

/**
 * French, Italian, Spanish and Portuguese count whole millions in a form of their own (CLDR `many`). With the number in
 * figures it reads like every other one, so where the folder has no such form the text for `other` stands for it.
 */
export function withMillions(texts: Texts): Texts {
  const whole: Texts = {};
  for (const [key, text] of Object.entries(texts)) {
    whole[key] = typeof text === 'string' ? text : withMillions(text);
    const many = key.replace(/_other$/, '_many');
    if (many !== key && !(many in texts)) whole[many] = text;
  }
  return whole;
}
