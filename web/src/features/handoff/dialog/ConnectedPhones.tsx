import { endHandoff, listHandoffs } from '@cusp/contract/handoff.routes';
import { Button } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCall, useSubmit } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { toastError } from '../../../ui/toast.ts';
import classes from './phone-dialog.module.css';

/** Phones that are in the case now; each can be disconnected. */
export function ConnectedPhones({ caseId }: { caseId: number }) {
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
