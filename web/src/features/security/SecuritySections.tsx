import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { SecondStepSections } from './SecondStepSections.tsx';
import classes from './security.module.css';
import { SessionsSection } from './sessions/SessionsSection.tsx';
import { useSecurityState } from './use-security.ts';

/** Second steps of the own account and its sessions; each section is a card with a heading of level two. */
export function SecuritySections() {
  const state = useSecurityState();
  return (
    <div className={classes.sections}>
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
    </div>
  );
}
