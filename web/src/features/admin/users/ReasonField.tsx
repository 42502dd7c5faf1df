import { ACCOUNT_REASON } from '@cusp/contract/staff-users.routes';
import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  value: string;
  error?: ReactNode;
  onChange(reason: string): void;
}

/** The reason for a change of an account, on one line. */
export function ReasonField({ value, error, onChange }: Props) {
  const { t } = useTranslation('staff-users');
  return (
    <Textarea
      data-autofocus
      required
      rows={3}
      label={t('actions.reason')}
      description={t('actions.reasonHint', { count: ACCOUNT_REASON.min })}
      maxLength={ACCOUNT_REASON.max}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value.replaceAll('\n', ' '))}
    />
  );
}

export const isReason = (reason: string): boolean => reason.trim().length >= ACCOUNT_REASON.min;
