import { snippetAround, splitAtWords } from '@cusp/text/search-words';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { marked } from '../../ui/marked.tsx';
import { nearWords } from '../../ui/near-words.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import type { Section } from './find-in-help.ts';
import classes from './help.module.css';
import { helpPath } from './help.offers.tsx';

/** Results of a search. */
export function Found({ words, sections }: { words: string; sections: Section[] }) {
  const { t } = useTranslation('help');
  return (
    <section className={classes.found}>
      <PageTitle className={classes.title}>{t('results')}</PageTitle>
      <p role="status" className={classes.count}>
        {sections.length > 0 ? t('found', { count: sections.length }) : t('nothing', { words })}
      </p>
      <ul>
        {sections.map((section) => (
          <Hit key={section.to} section={section} words={words} />
        ))}
      </ul>
    </section>
  );
}

function Hit({ section: { to, title, heading, text }, words }: { section: Section; words: string }) {
  const name = heading ? `${title} › ${heading}` : title;
  const marks = nearWords(`${name} ${text}`, words);
  const first = marks.find((each) => splitAtWords(text, [each]).length > 1) ?? '';
  return (
    <li>
      <Link to={helpPath(to)}>{marked(name, marks)}</Link>
      <p>{marked(snippetAround(text, first), marks)}</p>
    </li>
  );
}
