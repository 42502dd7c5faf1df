import type { SharedCase } from '@cusp/contract/sharing';
import { shownStatus } from '@cusp/dental/case-status';
import { inOwnOrder } from '@cusp/text/unseen';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../dental-ui/StatusBadge.tsx';
import { DottedLine } from '../../../ui/DottedLine.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { RestorationsSection } from '../../cases/cases.offers.tsx';
import { SharedFiles } from './SharedFiles.tsx';
import { SharedPicture } from './SharedPicture.tsx';
import classes from './shared-case.module.css';

interface SharedCaseViewProps {
  token: string;
  shared: SharedCase;
  /** The link has stopped working. */
  onRefused(): void;
}

/** A shared case: its order, pictures, scans and files. It can be printed. */
export function SharedCaseView({ token, shared, onRefused }: SharedCaseViewProps) {
  const { t } = useTranslation('sharing');
  const { t: cases } = useTranslation('cases');
  const { t: common } = useTranslation('common');
  const { dateTime } = useFormat();
  const { name, institution } = shared.shared_by;
  const who = [name || common('unknown'), institution && `(${institution})`].filter(Boolean).join(' ');
  return (
    <article className={classes.case}>
      <header className={classes.head}>
        <div className={classes.titles}>
          <PageTitle className={classes.title}>{t('page.title', { no: shared.no })}</PageTitle>
          <div className={classes.quiet}>
            <DottedLine
              facts={[
                t('page.sharedBy', { who }),
                t('list.until', { date: dateTime(shared.expires_date) }),
                t(shared.allows_download ? 'download' : 'viewOnly'),
              ]}
            />
          </div>
        </div>
        <StatusBadge status={shownStatus(shared.status.code)} />
        <Button
          className={classes.screenOnly}
          variant="default"
          leftSection={<IconPrinter size={18} stroke={1.6} aria-hidden />}
          onClick={() => print()}
        >
          {t('page.print')}
        </Button>
      </header>
      <div className={classes.overview}>
        <div className={classes.column}>
          <SharedFacts shared={shared} />
          {shared.texts_left_out && <p className={classes.hint}>{t('page.textsLeftOut')}</p>}
          {shared.note.trim() && (
            <section className={classes.section} aria-label={cases('detail.note')}>
              <h2 className={classes.heading}>{cases('detail.note')}</h2>
              <p className={classes.note} dir="auto">
                {inOwnOrder(shared.note)}
              </p>
            </section>
          )}
        </div>
        <SharedPicture token={token} shared={shared} onRefused={onRefused} />
      </div>
      <div className={classes.order}>
        <RestorationsSection dentalCase={shared} heading="h2" />
      </div>
      <SharedFiles token={token} shared={shared} onRefused={onRefused} />
    </article>
  );
}

/** The order, without anything about the patient. */
function SharedFacts({ shared }: { shared: SharedCase }) {
  const { t } = useTranslation('cases');
  const { t: common } = useTranslation('common');
  const { day, dateTime } = useFormat();
  const nameOf = ({ name, institution }: SharedCase['author']) =>
    [institution, name || common('unknown')].filter(Boolean).join(', ');
  const facts = [
    [t('detail.orderId'), shared.no],
    [t('detail.clinic'), nameOf(shared.author)],
    [t('detail.recipient'), nameOf(shared.to)],
    [t('detail.delivery'), day(shared.deliverydt) || '–'],
    [t('detail.sent'), dateTime(shared.published_date)],
    [t('detail.updated'), dateTime(shared.updated_date)],
  ];
  return (
    <section className={classes.section} aria-label={t('detail.facts')}>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
