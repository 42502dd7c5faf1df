import type { StatementFields } from '@cusp/contract/statements';
import { issueStatement, STATEMENT_LIMITS } from '@cusp/contract/statements.routes';
import { Button, Checkbox, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localTimeZone } from '../../../client/local-time.ts';
import { useSubmit } from '../../../client/use-call.ts';
import { uuid } from '../../../client/uuid.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { OptionalLabel } from '../../../ui/OptionalLabel.tsx';
import { toastDone } from '../../../ui/toast.ts';
import { useFieldMessages } from '../../../ui/use-field-messages.ts';
import classes from '../statements.module.css';
import { MaterialFields } from './MaterialFields.tsx';

/** A form that is being sent takes no input, because that would be lost. */
export type Work = 'unchanged' | 'changed' | 'sent';

interface FormProps {
  caseId: number;
  after: number;
  initial: StatementFields;
  isLocked: boolean;
  onWork(work: Work): void;
  onCancel(): void;
  onIssued(): void;
}

type Line = 'manufacturer' | 'device' | 'prescriber' | 'institution' | 'patient_code';
type Long = 'address' | 'sites' | 'representative' | 'remarks' | 'exceptions' | 'substances';
/** Names of the fields in the texts. */
const LABELS = {
  manufacturer: 'fields.manufacturer',
  address: 'fields.address',
  sites: 'fields.sites',
  representative: 'fields.representative',
  device: 'fields.device',
  patient_code: 'fields.patientCode',
  prescriber: 'fields.prescriber',
  institution: 'fields.institution',
  remarks: 'fields.remarks',
  exceptions: 'fields.exceptions',
  substances: 'fields.substances',
} as const satisfies Record<Line | Long, string>;

/** All fields of a statement, filled in from the order and the profile. */
export function StatementForm(props: FormProps) {
  const { caseId, after, initial, isLocked, onWork, onCancel, onIssued } = props;
  const { t } = useTranslation('statements');
  const { t: common } = useTranslation('common');
  const { t: words } = useTranslation('errors');
  const [fields, setFields] = useState(initial);
  const [isPartial, setPartial] = useState(initial.exceptions !== '');
  // The same for repeated attempts, so that a lost reply issues no second statement. Changed fields get a new one;
  // otherwise the change would be lost.
  const [key, setKey] = useState(uuid);
  const focused = useRef<Element>(null);
  useEffect(() => {
    if (isLocked) return;
    // `inert` has removed the focus.
    if (focused.current instanceof HTMLElement) focused.current.focus();
    focused.current = null;
  }, [isLocked]);
  const issue = useSubmit(issueStatement);
  const { error } = issue;
  const change = (changes: Partial<StatementFields>) => {
    setFields((before) => ({ ...before, ...changes }));
    setKey(uuid());
    issue.reset();
    onWork('changed');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const zone = localTimeZone();
    const body = { ...fields, exceptions: isPartial ? fields.exceptions : '', key, after, zone };
    focused.current = document.activeElement;
    onWork('sent');
    issue.mutate(
      { params: { id: caseId }, body },
      {
        onSuccess: () => {
          toastDone(t('form.issued'));
          onIssued();
        },
        onError: () => onWork('changed'),
      },
    );
  };
  const message = useFieldMessages();
  const errorOf = (name: string) => (error?.issueOf(name) ? errorText(words, error) : undefined);
  const labelOf = (name: Line | Long, isRequired: boolean) =>
    isRequired ? t(LABELS[name]) : <OptionalLabel text={t(LABELS[name])} />;
  const line = (name: Line, hint?: string) => (
    <TextInput
      label={labelOf(name, name !== 'institution')}
      description={hint}
      value={fields[name]}
      maxLength={name === 'patient_code' ? STATEMENT_LIMITS.code : 100}
      required={name !== 'institution'}
      {...message(name, errorOf(name))}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  const long = (name: Long, hint?: string) => {
    const isRequired = name === 'address' || (name === 'exceptions' && isPartial);
    return (
      <Textarea
        label={labelOf(name, isRequired)}
        description={hint}
        value={fields[name]}
        maxLength={name === 'address' ? 200 : STATEMENT_LIMITS.text}
        required={isRequired}
        autosize
        minRows={1}
        {...message(name, errorOf(name))}
        onChange={(event) => change({ [name]: event.currentTarget.value })}
      />
    );
  };
  const isElsewhere = error !== null && error.errors.length === 0;
  return (
    <form className={classes.form} inert={isLocked} onSubmit={submit} onChange={() => onWork('changed')}>
      <p className={classes.text}>{t('form.intro')}</p>
      <div className={classes.pair}>
        {line('manufacturer')}
        {long('address')}
        {long('sites')}
        {long('representative')}
      </div>
      <div className={classes.pair}>
        {line('device')}
        {line('patient_code', t('form.codeHint'))}
        {line('prescriber')}
        {line('institution')}
      </div>
      {long('remarks', t('form.remarksHint'))}
      <MaterialFields
        materials={fields.materials}
        errorOf={errorOf}
        onChange={(materials) => change({ materials })}
      />
      <Radio.Group
        label={t('paper.conformity')}
        value={isPartial ? 'some' : 'all'}
        onChange={(value) => {
          setPartial(value === 'some');
          setKey(uuid());
        }}
      >
        <Stack gap={8} mt={4}>
          <Radio value="all" label={t('form.all')} />
          <Radio value="some" label={t('form.some')} />
        </Stack>
      </Radio.Group>
      {isPartial && long('exceptions', t('form.exceptionsHint'))}
      {long('substances', t('form.substancesHint'))}
      <Checkbox
        label={t('fields.implantable')}
        description={t('form.implantableHint')}
        checked={fields.is_implantable}
        onChange={(event) => change({ is_implantable: event.currentTarget.checked })}
      />
      {isElsewhere && (
        <p className={classes.expired} role="alert">
          {errorText(words, error)}
        </p>
      )}
      <div className={classes.ends}>
        <Button variant="default" onClick={onCancel}>
          {common('cancel')}
        </Button>
        {/* A second click lands while the dialog closes. */}
        <Button type="submit" loading={isLocked}>
          {t('form.submit')}
        </Button>
      </div>
    </form>
  );
}
