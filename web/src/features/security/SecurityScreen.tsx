import { useTranslation } from 'react-i18next';
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
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} text={t('text')} />
      <SecuritySections />
    </div>
  );
}

/** Second steps and sessions; each section is a card with an h2. */
function SecuritySections() {
  const state = useSecurityState();
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
