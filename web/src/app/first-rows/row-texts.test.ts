import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { koreanParticles } from '@cusp/text/korean-particles';
import { LANGUAGES } from '@cusp/text/languages';
import { type Texts, withMillions } from '@cusp/text/plural-forms';
import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { rowTexts, translator } from './row-texts.ts';

const NAMESPACES = ['cases', 'dental', 'common'] as const;
const VALUES = { no: '2611-7KQ4MX', date: '24.11.', name: '김', size: 25, total: '1,000', word: '61' };

test.each(LANGUAGES)(
  'the first rows say the same as the page in %s, also in the plural',
  async (language) => {
    const textsOf = (namespace: string) =>
      JSON.parse(
        readFileSync(
          join(import.meta.dirname, '../../../../languages', language, `${namespace}.json`),
          'utf8',
        ),
      ) as Texts;
    const page = createInstance();
    await page.use(koreanParticles).init({
      lng: language,
      resources: {
        [language]: Object.fromEntries(NAMESPACES.map((name) => [name, withMillions(textsOf(name))])),
      },
      interpolation: { escapeValue: false },
      postProcess: language === 'ko' ? [koreanParticles.name] : [],
    });
    const texts = rowTexts(textsOf);
    expect(texts['cases:list.noPatient']).toBeTruthy();
    for (const name of Object.keys(texts)) {
      const [namespace, form = ''] = name.split(':') as [(typeof NAMESPACES)[number], string];
      const say = translator(texts, language, namespace);
      const says = page.getFixedT(language, namespace) as unknown as typeof say;
      const key = form.replace(/_(one|few|many|other)$/, '');
      for (const count of key === form ? [undefined] : [0, 1, 2, 5, 22, 1_000_000])
        expect(say(key, { ...VALUES, count }), `${name} ${count}`).toBe(says(key, { ...VALUES, count }));
    }
  },
);
