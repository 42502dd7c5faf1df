import {
  createShare,
  listShares,
  MAX_SHARE_DAYS,
  MAX_SHARE_RECIPIENT,
  SHARE_DAYS,
} from '@cusp/contract/sharing.routes';
import { addDays } from '@cusp/text/dates';
import { LANGUAGE_NAMES } from '@cusp/text/languages';
import {
  Alert,
  Button,
  Checkbox,
  Input,
  NativeSelect,
  Radio,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useSubmit } from '../../../client/use-call.ts';
import { uuid } from '../../../client/uuid.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { currentLanguage } from '../../../i18n/i18n.ts';
import { isLanguage, LANGUAGE_CODES } from '../../../i18n/languages.ts';
import { DayField } from '../../../ui/days/DayField.tsx';
import { today } from '../../../ui/days/days.ts';
import { useFieldMessages } from '../../../ui/use-field-messages.ts';
import type { MadeLink, SharableCase } from './new-share.ts';
import { emptyShare, isWhole, type NewShare, wishOf } from './new-share.ts';
import { PatientHints } from './PatientHints.tsx';
import classes from './share-dialog.module.css';

interface NewShareFormProps {
  dentalCase: SharableCase;
  onMade(link: MadeLink): void;
}

const LANGUAGES = LANGUAGE_CODES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));

/** The form of a new link: its reader, its expiry and what it allows. */
export function NewShareForm({ dentalCase, onMade }: NewShareFormProps) {
  const { t } = useTranslation('sharing');
  const { t: errors } = useTranslation('errors');
  const [share, setShare] = useState<NewShare>(() => emptyShare(currentLanguage()));
  // Idempotency key: a retried request creates no second link, and a changed form gets a new key.
  const key = useRef(uuid());
  const set = (part: Partial<NewShare>) => {
    key.current = uuid();
    setShare((before) => ({ ...before, ...part }));
  };
  const untilLabel = useId();
  const message = useFieldMessages();
  // Refetches, because the case may have changed since the dialog was last open.
  const { data: known, refetch } = useCall(
    listShares,
    { params: { id: dentalCase.id } },
    ['shares', dentalCase.id],
    { refetchOnMount: 'always' },
  );
  const create = useSubmit(createShare, {
    onError: () => void refetch(),
    onSuccess: ({ token, share: { email } }) => onMade({ token, email }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWhole(share)) return;
    const there = known?.files.map(({ id }) => id) ?? [];
    const files = share.files.filter((id) => there.includes(id));
    create.mutate({ params: { id: dentalCase.id }, body: wishOf({ ...share, files }, key.current) });
  };
  const untils = [
    ...SHARE_DAYS.map((days) => ({ value: String(days), label: t('dialog.days', { count: days }) })),
    { value: 'date', label: t('dialog.date') },
  ];
  return (
    <form className={classes.form} onSubmit={submit}>
      <Text size="sm" c="dimmed">
        {t('dialog.intro')}
        {dentalCase.from_locked_device && ` ${t('locked')}`}
      </Text>
      <TextInput
        data-autofocus
        required
        label={t('dialog.recipient')}
        description={t('dialog.recipientHint')}
        maxLength={MAX_SHARE_RECIPIENT}
        value={share.recipient}
        onChange={({ currentTarget: { value } }) => set({ recipient: value })}
      />
      <div>
        <Input.Label labelElement="div" id={untilLabel}>
          {t('dialog.until')}
        </Input.Label>
        <SegmentedControl
          fullWidth
          aria-labelledby={untilLabel}
          data={untils}
          value={share.until}
          onChange={(value) => set({ until: value as NewShare['until'] })}
        />
      </div>
      {share.until === 'date' && (
        <DayField
          id="share-until"
          required
          label={t('dialog.lastDay')}
          value={share.day}
          onChange={(day) => set({ day })}
          earliest={today()}
          latest={addDays(today(), MAX_SHARE_DAYS)}
        />
      )}
      <Radio.Group
        label={t('dialog.access')}
        value={share.allowsDownload ? 'download' : 'view'}
        onChange={(value) => set({ allowsDownload: value === 'download' })}
      >
        <Stack gap="xs" mt={4}>
          <Radio value="view" label={t('viewOnly')} description={t('dialog.viewOnlyHint')} />
          <Radio value="download" label={t('download')} />
        </Stack>
      </Radio.Group>
      {known && (
        <PatientHints
          hints={known.files}
          textsNamePatient={known.texts_name_patient}
          share={share}
          onChange={set}
        />
      )}
      <Checkbox
        label={t('dialog.mail')}
        checked={share.isMailed}
        onChange={({ currentTarget: { checked } }) =>
          set({ isMailed: checked, email: share.email || addressIn(share.recipient) })
        }
      />
      {share.isMailed && (
        <div className={classes.pair}>
          <TextInput
            {...message('email')}
            required
            type="email"
            label={t('dialog.email')}
            maxLength={254}
            value={share.email}
            onChange={({ currentTarget: { value } }) => set({ email: value })}
          />
          <NativeSelect
            label={t('dialog.language')}
            data={LANGUAGES}
            value={share.language}
            onChange={({ currentTarget: { value } }) => isLanguage(value) && set({ language: value })}
          />
        </div>
      )}
      {create.error && <Alert color="red">{errorText(errors, create.error)}</Alert>}
      <Button type="submit" className={classes.create} disabled={!isWhole(share)} loading={create.isPending}>
        {t('dialog.create')}
      </Button>
    </form>
  );
}

/** The recipient's text if it is an email address, else ''. */
const addressIn = (text: string): string => (text.includes('@') ? text.trim() : '');
