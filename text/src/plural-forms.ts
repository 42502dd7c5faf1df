/** The texts of a language folder by key; keys may be nested. */
export type Texts = { [key: string]: string | Texts };

/**
 * French, Italian, Spanish and Portuguese have a plural form for whole millions (CLDR `many`). With the number in
 * digits it reads like the general form, so `other` is used where the folder has no such form.
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
