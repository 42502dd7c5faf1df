import { LANGUAGES } from '@cusp/text/languages';
import { expect, test } from 'vitest';

/** WCAG 2.5.3: people who control their computer by voice say the word that they see. */
test.each(LANGUAGES)('the word beside a tool is part of its name, %s', async (language) => {
  const { default: texts } = await import(`../../../../languages/${language}/viewer.json`);
  const names = { ...texts, pin: texts.toolNames.pin, picture: texts.picture.title };
  for (const [tool, word] of Object.entries<string>(texts.words))
    expect(names[tool].toLowerCase(), tool).toContain(word.toLowerCase());
});
