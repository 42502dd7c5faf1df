import { CONSENT_HOURS, consentToSupport } from '@cusp/contract/support.routes';
import { Checkbox, Group, Radio, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { FormButtons } from '../../../ui/dialogs/FormButtons.tsx';
import { useFading } from '../../../ui/dialogs/use-fading.ts';
import { toastDone } from '../../../ui/toast.ts';

/** How long support may enter, and with which rights. */
export function ConsentDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('support');
  const { t: errors } = useTranslation('errors');
  const { close, modal } = useFading(onClose);
  const [hours, setHours] = useState<(typeof CONSENT_HOURS)[number]>(CONSENT_HOURS[0]);
  const [mode, setMode] = useState<'read' | 'write'>('read');
  const [sees_patients, setSees] = useState(false);
  const give = useSubmit(consentToSupport, { stale: [['own-support']] });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    give.mutate(
      { body: { hours, mode, sees_patients } },
      {
        onSuccess: () => {
          toastDone(t('own.given'));
          close();
        },
      },
    );
  };
  return (
    <CuspModal {...modal} title={t('own.give')}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Radio.Group
            label={t('own.hours')}
            value={String(hours)}
            onChange={(value) => setHours(CONSENT_HOURS.find((each) => String(each) === value) ?? hours)}
          >
            <Group mt={8}>
              <Radio value={String(CONSENT_HOURS[0])} label={t('own.day')} data-autofocus />
              <Radio value={String(CONSENT_HOURS[1])} label={t('own.week')} />
            </Group>
          </Radio.Group>
          <Radio.Group
            label={t('own.mode')}
            value={mode}
            onChange={(value) => setMode(value === 'write' ? 'write' : 'read')}
          >
            <Stack mt={8} gap={8}>
              <Radio value="read" label={t('modes.read')} />
              <Radio value="write" label={t('modes.write')} />
            </Stack>
          </Radio.Group>
          <Checkbox
            label={t('own.seesLabel')}
            description={t('own.seesHint')}
            checked={sees_patients}
            onChange={(event) => setSees(event.currentTarget.checked)}
          />
          {give.error && <p role="alert">{errorText(errors, give.error)}</p>}
          <FormButtons submit={t('own.give')} isSending={give.isPending} onCancel={close} />
        </Stack>
      </form>
    </CuspModal>
  );
}
