import { keepOwnSecondStep } from '@cusp/contract/step-reset.routes';
import { Alert, Button } from '@mantine/core';
import { IconShieldOff } from '@tabler/icons-react';
import { errorText } from '../../i18n/error-text.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import classes from './security.module.css';
import { useSecurityChange, useTexts } from './use-security.ts';

/** Says that support is going to remove the second steps, and cancels it. */
export function ResetNotice({ due }: { due: string }) {
  const { t, errors } = useTexts();
  const { dateTime } = useFormat();
  const keep = useSecurityChange(keepOwnSecondStep);
  const cancel = () =>
    keep.mutate(
      {},
      {
        onSuccess: () => toastDone(t('reset.kept')),
        onError: (error) => toastError(errorText(errors, error)),
      },
    );
  return (
    <Alert color="red" icon={<IconShieldOff size={18} aria-hidden />} title={t('reset.title')}>
      <p className={classes.notice}>{t('reset.text', { date: dateTime(due) })}</p>
      <Button size="xs" color="red.8" loading={keep.isPending} onClick={cancel}>
        {t('reset.keep')}
      </Button>
    </Alert>
  );
}
