import type { AccessEntry } from '@cusp/contract/privacy';
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { brand } from '../../brand/app-info.ts';
import { DottedLine } from '../../ui/DottedLine.tsx';
import { countryName } from '../../ui/format/country-name.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import classes from './privacy.module.css';

/** No-break spaces, because a dot must neither start nor end a line. */
const DOT = '\u00a0·\u00a0';

/** One access: person, action, case, time and place. */
export function AccessLine({ entry }: { entry: AccessEntry }) {
  const { t, i18n } = useTranslation('privacy');
  const { dateTime } = useFormat();
  const { action, case: about, case_count, filename, recipient, ip, country } = entry;
  const details = [filename, recipient && t('log.for', { name: recipient })].filter(Boolean);
  const place = [country && countryName(country, i18n.language), ip].filter(Boolean);
  return (
    <li className={classes.entry}>
      <div className={classes.words}>
        <span>
          <strong className={classes.who}>
            <Doer entry={entry} />
          </strong>{' '}
          {case_count === null
            ? t(`actions.${action as Exclude<typeof action, 'listed' | 'searched'>}`)
            : t(`actions.${action as 'listed' | 'searched'}`, { count: case_count })}
        </span>
        {about && (
          <span className={classes.about}>
            <AboutCase about={about} />
          </span>
        )}
        {details.length > 0 && (
          <span className={classes.about}>
            <DottedLine facts={details} />
          </span>
        )}
      </div>
      <div className={classes.when}>
        <time dateTime={entry.at}>{dateTime(entry.at)}</time>
        {place.length > 0 && (
          <span className={classes.place}>
            <DottedLine facts={place} />
          </span>
        )}
      </div>
    </li>
  );
}

/** Number and patient, with a link while the practice has the case. */
export function AboutCase({ about: { no, patient } }: { about: NonNullable<AccessEntry['case']> }) {
  if (!patient) return no;
  return (
    <Anchor component={Link} to={`/case/${no}`} inherit>
      {`${patient}${DOT}${no}`}
    </Anchor>
  );
}

function Doer({ entry: { person, is_own, by_support } }: { entry: AccessEntry }) {
  const { t } = useTranslation('privacy');
  if (!person) return t('log.visitor');
  const name = person.name || t('log.deleted');
  if (by_support) return t('log.support', { app: brand().app_name, name });
  return is_own || !person.institution ? name : `${name} (${person.institution})`;
}
