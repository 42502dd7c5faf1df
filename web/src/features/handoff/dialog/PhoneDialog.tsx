import { endHandoff, HANDOFF_CODE_MINUTES, listHandoffs, requestOtp } from '@cusp/contract/handoff.routes';
import { Button, CopyButton, Loader, Text } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useChange, useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { CuspModal } from '../../../ui/dialogs/CuspModal.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { QrCode } from '../../../ui/QrCode.tsx';
import { toastError } from '../../../ui/toast.ts';
import classes from './phone-dialog.module.css';

interface PhoneDialogProps {
  caseId: number;
  opened: boolean;
  onClose(): void;
}

/** The code to scan, and the connected phones. */
export default function PhoneDialog({ caseId, opened, onClose }: PhoneDialogProps) {
  const { t } = useTranslation('handoff');
  return (
    <CuspModal opened={opened} onClose={onClose} size={420} title={t('button')}>
      <div className={classes.dialog}>
        <Text size="sm">{t('dialog.intro')}</Text>
        {opened && <PhoneCode caseId={caseId} />}
        <ConnectedPhones caseId={caseId} />
      </div>
    </CuspModal>
  );
}

/**
 * A QR code, created when it is shown. It works once and for some minutes by this page's own clock, which may differ
 * from the server's; then a button offers a new one.
 */
function PhoneCode({ caseId }: { caseId: number }) {
  const { t } = useTranslation('handoff');
  const { mutate, data, error, isPending } = useChange(requestOtp);
  const [isOver, setIsOver] = useState(false);
  const ask = () => mutate({ body: { callfrom: 'phone', postId: caseId } });
  useEffect(() => mutate({ body: { callfrom: 'phone', postId: caseId } }), [mutate, caseId]);
  useEffect(() => {
    if (!data) return;
    setIsOver(false);
    const timer = setTimeout(() => setIsOver(true), HANDOFF_CODE_MINUTES * 60_000);
    return () => clearTimeout(timer);
  }, [data]);

  if (error && !isPending) return <ErrorState error={error} onRetry={ask} />;
  if (!data || (isPending && isOver))
    return (
      <div className={classes.code} role="status" aria-label={t('dialog.making')}>
        <Loader />
      </div>
    );
  if (isOver)
    return (
      <div className={classes.code}>
        <Text size="sm" role="status">
          {t('dialog.over')}
        </Text>
        <Button onClick={ask}>{t('dialog.again')}</Button>
      </div>
    );
  return (
    <div className={classes.code}>
      <QrCode text={data.url} label={t('dialog.qr')} />
      <Text size="sm" c="dimmed" ta="center">
        {t('dialog.once', { count: HANDOFF_CODE_MINUTES })}
      </Text>
      <CopyButton value={data.url}>
        {({ copied, copy }) => (
          <Button variant="default" size="xs" onClick={copy}>
            {t(copied ? 'dialog.copied' : 'dialog.copy')}
          </Button>
        )}
      </CopyButton>
    </div>
  );
}

/** The phones with access to the case; each can be disconnected. */
function ConnectedPhones({ caseId }: { caseId: number }) {
  const { t } = useTranslation('handoff');
  const { t: errors } = useTranslation('errors');
  const { clock } = useFormat();
  const { data, error, refetch } = useCall(listHandoffs, { params: { id: caseId } }, ['handoffs', caseId], {
    refetchOnMount: 'always',
  });
  const end = useSubmit(endHandoff, {
    onError: (failure) => toastError(errorText(errors, failure)),
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div aria-live="polite">
      {data && data.handoffs.length > 0 && (
        <section aria-label={t('connected.title')}>
          <h3 className={classes.heading}>{t('connected.title')}</h3>
          <ul className={classes.list}>
            {data.handoffs.map(({ id, browser, system, expires_date }) => {
              const name = [system, browser].filter(Boolean).join(' · ') || t('connected.unknown');
              return (
                <li key={id} className={classes.phone}>
                  <IconDeviceMobile size={20} stroke={1.6} aria-hidden />
                  <span className={classes.phoneWords}>
                    <span className={classes.phoneName}>{name}</span>
                    <span className={classes.quiet}>
                      {t('connected.until', { time: clock(expires_date) })}
                    </span>
                  </span>
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={t('connected.endOne', { name })}
                    loading={end.isPending && end.variables?.params.handoff === id}
                    onClick={() => end.mutate({ params: { handoff: id } })}
                  >
                    {t('connected.end')}
                  </Button>
                </li>
              );
            })}
          </ul>
        </section>
      )}
    </div>
  );
}
