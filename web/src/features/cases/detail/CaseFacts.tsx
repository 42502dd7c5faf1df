import type { CaseDetail } from '@cusp/contract/cases';
import { fullName } from '@cusp/text/names';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/use-format.ts';
import { PersonName } from '../../../ui/PersonAvatar.tsx';
import { birthDateOf, clinicOf, expiryOf } from '../case-facts.ts';
import { DeliveryHint } from '../list/DeliveryHint.tsx';
import { Assignee } from './Assignee.tsx';
import classes from './case-facts.module.css';

/** Longer company names have a smaller font. */
const LONG_NAME = 24;

function Fact({ label, children, long = false }: { label: string; children: ReactNode; long?: boolean }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd data-long={long || undefined}>{children || '–'}</dd>
    </div>
  );
}

/** The information block of a case. */
export function CaseFacts({ dentalCase }: { dentalCase: CaseDetail }) {
  const { t } = useTranslation('cases');
  const { dateTime, day } = useFormat();
  const { patient, author, to } = dentalCase;
  const clinic = clinicOf(dentalCase);
  const birth = birthDateOf(patient);
  return (
    <section className={classes.card} aria-label={t('detail.facts')}>
      <dl className={classes.facts}>
        <Fact label={t('detail.patient')}>{fullName(patient.firstname, patient.lastname)}</Fact>
        <Fact label={t('detail.sexAndBirth')}>
          {[patient.sex && t(`detail.sex.${patient.sex}`), day(birth)].filter(Boolean).join(', ')}
        </Fact>
        <Fact label={t('detail.clinic')} long={clinic.length > LONG_NAME}>
          <PersonName name={clinic} />
        </Fact>
        <Fact label={t('detail.author')}>
          <PersonName name={author.username} />
        </Fact>
        <Fact label={t('detail.recipient')} long={(to.institution || to.username).length > LONG_NAME}>
          <PersonName name={to.username} />
          {to.institution && <span className={classes.quiet}>{to.institution}</span>}
        </Fact>
        <Fact label={t('detail.assignee')}>
          <Assignee dentalCase={dentalCase} />
        </Fact>
        <Fact label={t('detail.orderId')}>
          <span className={classes.figures}>{dentalCase.no}</span>
        </Fact>
        <Fact label={t('detail.delivery')}>
          {dentalCase.deliverydt && (
            <>
              {day(dentalCase.deliverydt)}
              <DeliveryHint item={dentalCase} plain />
            </>
          )}
        </Fact>
        <Fact label={t('detail.sent')}>{dateTime(dentalCase.published_date)}</Fact>
        <Fact label={t('detail.updated')}>{dateTime(dentalCase.updated_date)}</Fact>
        <Fact label={t('detail.created')}>{dateTime(dentalCase.case_date)}</Fact>
        <Fact label={t('detail.expiry')}>{day(expiryOf(dentalCase))}</Fact>
      </dl>
    </section>
  );
}
