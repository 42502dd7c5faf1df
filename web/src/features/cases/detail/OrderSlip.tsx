import type { CaseDetail, NumberSystem } from '@cusp/contract/cases';
import { inOwnOrder } from '@cusp/text/unseen';
import { useTranslation } from 'react-i18next';
import { PersonAvatar, PersonName } from '../../../ui/PersonAvatar.tsx';
import { isSender } from '../case-facts.ts';
import { LongText } from '../LongText.tsx';
import { AppointmentLine } from './AppointmentLine.tsx';
import { Assignee } from './Assignee.tsx';
import { CaseFacts } from './CaseFacts.tsx';
import classes from './order-slip.module.css';
import { RestorationsSection } from './RestorationsSection.tsx';

interface OrderSlipProps {
  dentalCase: CaseDetail;
  system: NumberSystem;
  onSystem(system: NumberSystem): void;
}

/** The order at a glance: the other side, teeth and restorations, the note, and the details of the order. */
export function OrderSlip({ dentalCase, system, onSystem }: OrderSlipProps) {
  return (
    <div className={classes.slip}>
      <People dentalCase={dentalCase} />
      <AppointmentLine dentalCase={dentalCase} />
      <RestorationsSection dentalCase={dentalCase} system={system} onSystem={onSystem} />
      <NoteSection note={dentalCase.note} />
      <CaseFacts dentalCase={dentalCase} />
    </div>
  );
}

/** The person on the other side of a case, with their institution, and the assignee. */
function People({ dentalCase }: { dentalCase: CaseDetail }) {
  const { t } = useTranslation('cases');
  const { author, to, usertype } = dentalCase;
  const other = isSender(usertype) ? to : author;
  return (
    <div className={classes.people}>
      <PersonAvatar name={other.username} picture={other.picture} size={36} />
      <div className={classes.words}>
        <span className={classes.name} title={other.username}>
          <PersonName name={other.username} />
        </span>
        <span className={classes.place} title={other.institution}>
          {other.institution}
        </span>
      </div>
      <dl className={classes.assignee}>
        <dt className={classes.place}>{t('detail.assignee')}</dt>
        <dd>
          <Assignee dentalCase={dentalCase} />
        </dd>
      </dl>
    </div>
  );
}

/** The note of the order; renders nothing without one. */
function NoteSection({ note }: { note: string }) {
  const { t } = useTranslation('cases');
  if (!note.trim()) return null;
  return (
    <section className={classes.note} aria-label={t('detail.note')}>
      <h3 className={classes.heading}>{t('detail.note')}</h3>
      <LongText text={inOwnOrder(note)} lines={12} />
    </section>
  );
}
