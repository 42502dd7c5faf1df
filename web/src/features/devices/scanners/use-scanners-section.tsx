import type { Scanner } from '@cusp/contract/devices';
import {
  listScanners,
  registerScanner,
  removeScanner,
  resendScannerMail,
} from '@cusp/contract/devices.routes';
import { Badge, Button, Group } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangeableBy } from '../../../client/session/ChangeableBy.tsx';
import { useCall, useSubmit } from '../../../client/use-call.ts';
import { errorText, whenText } from '../../../i18n/error-text.ts';
import { useConfirm } from '../../../ui/dialogs/confirm-context.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import type { SettingSection } from '../../../ui/settings/SettingCard.tsx';
import { toastDone, toastError } from '../../../ui/toast.ts';
import { RegisterDialog } from './RegisterDialog.tsx';
import { nameOf } from './scanner-name.ts';

/** Own scanners with their state, those of the group, and a button to register another one. */
export function useScannersSection(): SettingSection {
  const { t } = useTranslation('devices');
  const { t: common } = useTranslation('common');
  const { t: errors } = useTranslation('errors');
  const { day } = useFormat();
  const { data, error, refetch } = useCall(listScanners, {}, ['scanners']);
  const scanners = data?.scanners ?? [];
  const factsOf = (scanner: Scanner) => [
    t(`scanners.about.${scanner.state}`),
    scanner.is_own ? '' : t('scanners.ofGroup', { name: scanner.registered_by }),
    [scanner.address, scanner.zip_code, scanner.city].filter(Boolean).join(', '),
    scanner.installed_date ? t('scanners.installed', { date: day(scanner.installed_date) }) : '',
  ];
  return {
    key: 'scanners',
    title: t('scanners.title'),
    rows: [
      ...scanners.map((scanner) => ({
        key: String(scanner.id),
        label: nameOf(scanner),
        text: factsOf(scanner),
        words: [scanner.udi, scanner.serial_no, t(`scanners.state.${scanner.state}`)],
        // Two buttons need room, which phones have below the text only.
        place: scanner.state === 'waiting' ? ('field' as const) : ('beside' as const),
        control: (ids: object) => <ScannerState {...ids} scanner={scanner} />,
      })),
      ...(error && !data
        ? [
            {
              key: 'failed',
              label: t('scanners.failed'),
              text: errorText(errors, error),
              place: 'beside' as const,
              control: (ids: object) => (
                <Button {...ids} variant="default" size="xs" onClick={() => void refetch()}>
                  {common('retry')}
                </Button>
              ),
            },
          ]
        : []),
      {
        key: 'register',
        label: t('scanners.register.label'),
        text: t('scanners.register.text'),
        place: 'beside',
        control: (ids) => <Register {...ids} />,
      },
    ],
  };
}

function Register(ids: object) {
  const { t } = useTranslation('devices');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ChangeableBy route={registerScanner}>
        {' '}
        <Button
          {...ids}
          size="xs"
          variant="default"
          leftSection={<IconScan size={16} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t('scanners.register.button')}
        </Button>
      </ChangeableBy>{' '}
      <RegisterDialog opened={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

const COLORS: Record<Scanner['state'], string> = {
  waiting: 'yellow',
  active: 'teal',
  locked: 'red',
  blocked: 'red',
};

/** The state of a scanner, and its owner's actions before confirmation. */
function ScannerState({ scanner, ...ids }: { scanner: Scanner }) {
  const { t, i18n } = useTranslation('devices');
  const { t: common } = useTranslation('common');
  const { t: errors } = useTranslation('errors');
  const confirm = useConfirm();
  const resend = useSubmit(resendScannerMail);
  const remove = useSubmit(removeScanner);
  const { id, state, is_own } = scanner;
  const send = () =>
    resend.mutate(
      { params: { id } },
      {
        onSuccess: ({ sent, next_in }) =>
          sent
            ? toastDone(t('scanners.resent'))
            : toastError(t('scanners.tooSoon', { when: whenText(next_in, i18n.language) })),
        onError: (failure) => toastError(`${t('confirm.mail.failed.title')}. ${errorText(errors, failure)}`),
      },
    );
  async function ask() {
    const isSure = await confirm({
      title: common('warning'),
      content: t('scanners.removeAsk', { name: nameOf(scanner) }),
      ok: t('scanners.remove'),
      danger: true,
    });
    if (isSure)
      remove.mutate({ params: { id } }, { onError: (failure) => toastError(errorText(errors, failure)) });
  }
  return (
    <Group gap={8} justify="flex-end">
      <Badge {...ids} component="output" color={COLORS[state]} variant="dot" tt="none">
        {t(`scanners.state.${state}`)}
      </Badge>
      {state === 'waiting' && is_own && (
        <>
          <ChangeableBy route={resendScannerMail}>
            {' '}
            <Button size="xs" variant="default" loading={resend.isPending} onClick={send}>
              {t('scanners.resend')}
            </Button>
          </ChangeableBy>
          <ChangeableBy route={removeScanner}>
            {' '}
            <Button
              size="xs"
              variant="subtle"
              color="red"
              loading={remove.isPending}
              onClick={() => void ask()}
            >
              {t('scanners.remove')}
            </Button>
          </ChangeableBy>{' '}
        </>
      )}
    </Group>
  );
}
