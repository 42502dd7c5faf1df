import { Highlight } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PageTitle } from '../../ui/PageTitle.tsx';
import type { Section } from './find-in-help.ts';
import classes from './help.module.css';
import { helpPath } from './help.offers.tsx';

/** Characters before and after a found word. */
const AROUND = [60, 120] as const;

/** The part of a text around the first found word, or its beginning. */
function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const at = Math.max(0, ...words.map((word) => lower.indexOf(word.toLowerCase())));
  const from = at > AROUND[0] ? text.indexOf(' ', at - AROUND[0]) + 1 : 0;
  const to = text.indexOf(' ', at + AROUND[1]);
  return `${from > 0 ? '… ' : ''}${text.slice(from, to < 0 ? undefined : to)}${to < 0 ? '' : ' …'}`;
}

/** What a search found. */
export function Found({ words, sections }: { words: string; sections: Section[] }) {
  const { t } = useTranslation('help');
  const each = words.split(/\s+/);
  return (
    <section className={classes.found}>
      <PageTitle className={classes.title}>{t('results')}</PageTitle>
      <p role="status" className={classes.count}>
        {sections.length > 0 ? t('found', { count: sections.length }) : t('nothing', { words })}
      </p>
      <ul>
        {sections.map(({ to, title, heading, text }) => (
          <li key={to}>
            <Link to={helpPath(to)}>
              <Highlight component="span" highlight={each}>
                {heading ? `${title} › ${heading}` : title}
              </Highlight>
            </Link>
            <Highlight component="p" highlight={each}>
              {excerptOf(text, each)}
            </Highlight>
          </li>
        ))}
      </ul>
    </section>
  );
}
