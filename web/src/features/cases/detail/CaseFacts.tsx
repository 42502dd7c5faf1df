import type { CaseDetail } from '@cusp/contract/cases';
import { fullName } from '@cusp/text/names';
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readPersonal, writePersonal } from '../../../client/personal-storage.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { PersonName } from '../../../ui/PersonAvatar.tsx';
import { birthDateOf, clinicOf, expiryOf } from '../case-facts.ts';
import { DeliveryHint } from '../list/DeliveryHint.tsx';
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

const KEPT = 'caseDetails';

/** Rarely needed facts of an order, folded until the user opens them; they then stay open in all cases. */
export function CaseFacts({ dentalCase }: { dentalCase: CaseDetail }) {
  const { t } = useTranslation('cases');
  const [isOpen, setOpen] = useState(() => readPersonal(KEPT) === true);
  const id = useId();
  const toggle = () => {
    setOpen(!isOpen);
    writePersonal(KEPT, !isOpen);
  };
  return (
    <section className={classes.details} aria-label={t('detail.facts')}>
      <h3 className={classes.heading}>
        <UnstyledButton className={classes.toggle} aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
          {t('detail.more')}
          <IconChevronDown className={classes.chevron} size={16} aria-hidden />
        </UnstyledButton>
      </h3>
      <div id={id} className={classes.folded} data-open={isOpen || undefined}>
        <Facts dentalCase={dentalCase} />
      </div>
    </section>
  );
}

/** The information block of a case; the assignee and the note are in the order slip. */
function Facts({ dentalCase }: { dentalCase: CaseDetail }) {
  const { t } = useTranslation('cases');
  const { dateTime, day } = useFormat();
  const { patient, author, to } = dentalCase;
  const clinic = clinicOf(dentalCase);
  const birth = birthDateOf(patient);
  return (
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
      <Fact label={t('detail.orderId')}>{dentalCase.no}</Fact>
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
  );
}
