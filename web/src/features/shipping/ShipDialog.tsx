import { CARRIER_CODES, CARRIERS, isKnownCarrier } from '@cusp/contract/carriers';
import { addShipment, SHIPPING_LIMITS } from '@cusp/contract/shipping.routes';
import { Button, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../client/use-call.ts';
import { uuid } from '../../client/uuid.ts';
import { errorText } from '../../i18n/error-text.ts';
import { CuspModal } from '../../ui/dialogs/CuspModal.tsx';
import { OptionalLabel } from '../../ui/OptionalLabel.tsx';
import { toastDone } from '../../ui/toast.ts';
import classes from './shipping.module.css';

interface Props {
  caseId: number;
  no: string;
  opened: boolean;
  onClose(): void;
}

/** The carrier of the shipment, and its number. */
export default function ShipDialog({ caseId, no, opened, onClose }: Props) {
  const { t } = useTranslation('shipping');
  return (
    <CuspModal opened={opened} onClose={onClose} title={t('form.title', { no })} closeOnClickOutside={false}>
      <ShipForm caseId={caseId} onClose={onClose} />
    </CuspModal>
  );
}

const EMPTY = {
  carrier: null as (typeof CARRIER_CODES)[number] | null,
  carrier_name: '',
  number: '',
  link: '',
};

function ShipForm({ caseId, onClose }: Pick<Props, 'caseId' | 'onClose'>) {
  const { t } = useTranslation('shipping');
  const { t: common } = useTranslation('common');
  const { t: words } = useTranslation('errors');
  const [fields, setFields] = useState(EMPTY);
  // The same for all attempts, so that a lost reply adds no second shipment: the server replaces it if other fields
  // follow.
  const [key] = useState(uuid);
  const add = useSubmit(addShipment);
  const { error } = add;
  const change = (changes: Partial<typeof EMPTY>) => {
    setFields((before) => ({ ...before, ...changes }));
    add.reset();
  };
  const { carrier, carrier_name, number, link } = fields;
  const isOther = carrier === 'other';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (carrier === null) return;
    const body = {
      key,
      carrier,
      carrier_name: isOther ? carrier_name : '',
      number,
      link: isOther ? link : '',
    };
    add.mutate(
      { params: { id: caseId }, body },
      {
        onSuccess: () => {
          toastDone(t('form.done'));
          onClose();
        },
      },
    );
  };
  const wrong = (field: keyof typeof EMPTY) => Boolean(error?.issueOf(field));
  const isElsewhere = error !== null && !(['carrier', 'carrier_name', 'number', 'link'] as const).some(wrong);
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <Select
        label={t('form.carrier')}
        placeholder={t('form.choose')}
        data={CARRIER_CODES.map((code) => ({
          value: code,
          label: isKnownCarrier(code) ? CARRIERS[code].name : t('form.other'),
        }))}
        value={carrier}
        required
        searchable
        allowDeselect={false}
        onChange={(value) => change({ carrier: CARRIER_CODES.find((code) => code === value) ?? null })}
      />
      {isOther && (
        <TextInput
          label={t('form.name')}
          value={carrier_name}
          maxLength={SHIPPING_LIMITS.name}
          required
          error={wrong('carrier_name') && t('form.wrongName')}
          onChange={(event) => change({ carrier_name: event.currentTarget.value })}
        />
      )}
      <TextInput
        label={isOther ? <OptionalLabel text={t('form.number')} /> : t('form.number')}
        value={number}
        maxLength={SHIPPING_LIMITS.number}
        required={!isOther}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        error={wrong('number') && t('form.wrongNumber')}
        onChange={(event) => change({ number: event.currentTarget.value })}
      />
      {isOther && (
        <TextInput
          label={<OptionalLabel text={t('form.link')} />}
          description={t('form.linkHint')}
          type="text"
          inputMode="url"
          placeholder="https://"
          value={link}
          maxLength={SHIPPING_LIMITS.link}
          error={wrong('link') && t('form.wrongLink')}
          onChange={(event) => change({ link: event.currentTarget.value })}
        />
      )}
      <p className={classes.quiet}>{t('form.hint')}</p>
      {isElsewhere && (
        <p className={classes.wrong} role="alert">
          {errorText(words, error)}
        </p>
      )}
      <div className={classes.ends}>
        <Button variant="default" onClick={onClose}>
          {common('cancel')}
        </Button>
        {/* A second click lands while the dialog closes. */}
        <Button type="submit" loading={add.isPending || add.isSuccess} disabled={carrier === null}>
          {t('form.submit')}
        </Button>
      </div>
    </form>
  );
}
