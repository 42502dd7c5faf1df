import { securityState } from '@cusp/contract/security.routes';
import { IconLock } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { reloadUser } from '../../client/session/session.ts';
import { useSession } from '../../client/session/session-store.ts';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { RequestNotices } from './RequestNotices.tsx';
import { SecondStepSections } from './SecondStepSections.tsx';
import classes from './security.module.css';
import { SessionsSection } from './sessions/SessionsSection.tsx';
import { OwnSupportSection } from './support/OwnSupportSection.tsx';
import { useSecurityState } from './use-security.ts';

/** The security settings and sessions of the person's own account. */
export default function SecurityScreen() {
  const { t } = useTranslation('security');
  const { t: errors } = useTranslation('errors');
  const mayRead = useMayCall(securityState);
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} text={t('text')} />
      {mayRead ? (
        <SecuritySections />
      ) : (
        <EmptyState icon={<IconLock size={22} />} title={errors('closed_to_support')} />
      )}
    </div>
  );
}

/** Second steps and sessions; each section is a card with an h2. */
function SecuritySections() {
  const state = useSecurityState();
  const session = useSession();
  const isOn = state.data && (state.data.app_since !== null || state.data.passkeys.length > 0);
  const isWarned = 'limits' in session && session.limits.second_step_due !== undefined;
  useEffect(() => {
    // The session's limits have a date until the server is asked again.
    if (isOn && isWarned) void reloadUser();
  }, [isOn, isWarned]);
  return (
    <div className={classes.sections}>
      {state.data && <RequestNotices state={state.data} />}
      {state.data ? (
        <SecondStepSections state={state.data} />
      ) : (
        <div className={classes.card}>
          {state.isError ? (
            <ErrorState error={state.error} onRetry={() => void state.refetch()} />
          ) : (
            <LoadingState rows={3} height={56} />
          )}
        </div>
      )}
      <SessionsSection state={state.data} />
      <OwnSupportSection />
    </div>
  );
}
