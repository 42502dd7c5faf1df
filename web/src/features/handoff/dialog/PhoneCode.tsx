import { HANDOFF_CODE_MINUTES, requestOtp } from '@cusp/contract/handoff.routes';
import { Button, CopyButton, Loader, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../client/use-call.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { QrCode } from '../../../ui/QrCode.tsx';
import classes from './phone-dialog.module.css';

/**
 * A code to scan, made when it is shown. It works once and for some minutes by this page's own clock, which may
 * differ from the server's; then it is replaced by a button for the next one.
 */
export function PhoneCode({ caseId }: { caseId: number }) {
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
