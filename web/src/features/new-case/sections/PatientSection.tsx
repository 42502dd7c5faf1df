import type { DraftFields } from '@cusp/contract/draft-fields';
import { DRAFT_LIMITS } from '@cusp/contract/limits';
import { FIRST_BIRTHDATE } from '@cusp/dental/order-rules';
import { Input, SegmentedControl, TextInput } from '@mantine/core';
import { memo, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DayField } from '../../../ui/days/DayField.tsx';
import { today } from '../../../ui/days/days.ts';
import { nameFields } from '../../../ui/format/name-fields.ts';
import { LongName } from '../../../ui/LongName.tsx';
import { FIELD } from '../field-ids.ts';
import { type Edit, oneLine } from '../form-fields.ts';
import classes from './fields.module.css';
import { Section } from './Section.tsx';

type Patient = DraftFields['patient'];

interface Props {
  patient: Patient;
  edit: Edit;
  error: string | null;
  birthdateError: string | null;
  onUnread(text: string): void;
}

const SEXES = ['F', 'M', 'O'] as const;
const NOT_STATED = '';

/** The patient; practices that use codes fill in one name field only. */
export const PatientSection = memo(function PatientSection({
  patient,
  edit,
  error,
  birthdateError,
  onUnread,
}: Props) {
  const { t, i18n } = useTranslation('new-case');
  const sexLabel = useId();
  const change = (part: Partial<Patient>) =>
    edit((fields) => ({ ...fields, patient: { ...fields.patient, ...part } }));
  const name = (field: 'firstname' | 'lastname') => (
    <TextInput
      key={field}
      id={FIELD[field]}
      // One of the two is enough.
      required={patient[field === 'firstname' ? 'lastname' : 'firstname'].trim() === ''}
      label={t(`patient.${field}`)}
      value={patient[field]}
      onChange={(event) => change({ [field]: oneLine(event.currentTarget.value) })}
      maxLength={DRAFT_LIMITS.name}
      autoComplete="off"
      error={field === 'firstname' ? error : error !== null}
      aria-describedby={field === 'lastname' && error ? `${FIELD.firstname}-error` : undefined}
    />
  );
  return (
    <Section
      title={t('patient.title')}
      summary={<LongName first={patient.firstname} last={patient.lastname} none="" />}
    >
      <div className={classes.pair}>
        {nameFields(i18n.language, name('firstname'), name('lastname'))}
        <div>
          <Input.Label id={sexLabel} component="span">
            {t('patient.sex')}
          </Input.Label>
          <SegmentedControl
            fullWidth
            aria-labelledby={sexLabel}
            data={[
              ...SEXES.map((value) => ({ value: value as string, label: t(`patient.sexes.${value}`) })),
              { value: NOT_STATED, label: t('patient.sexes.none') },
            ]}
            value={patient.sex ?? NOT_STATED}
            onChange={(value) => change({ sex: SEXES.find((each) => each === value) ?? null })}
          />
        </div>
        <DayField
          id={FIELD.birthdate}
          label={t('patient.birthdate')}
          value={patient.birthdate}
          onChange={(birthdate) => change({ birthdate })}
          earliest={FIRST_BIRTHDATE}
          latest={today()}
          error={birthdateError}
          onUnread={onUnread}
        />
      </div>
    </Section>
  );
});
