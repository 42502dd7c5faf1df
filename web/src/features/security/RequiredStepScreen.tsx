import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { brand } from '../../brand/app-info.ts';
import { reloadUser, signOut } from '../../client/session/session.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import classes from './required-step.module.css';
import { SecondStepSections } from './SecondStepSections.tsx';
import sections from './security.module.css';
import { useSecurityState, useTexts } from './use-security.ts';

/** The only page for staff without a second step: set one up, or sign out. */
export default function RequiredStepScreen() {
  const { t } = useTexts();
  const { t: shell } = useTranslation('shell');
  const state = useSecurityState();
  const isDone = state.data && (state.data.app_since !== null || state.data.passkeys.length > 0);
  return (
    <main className={classes.page}>
      <header className={classes.brand}>
        <img src={brand().images.mark} alt="" width={28} height={28} />
        <span>{brand().app_name}</span>
      </header>
      <PageTitle className={classes.title}>{t('required.title')}</PageTitle>
      <p className={classes.text}>{t('required.text')}</p>
      <div className={sections.sections}>
        {state.data ? (
          <SecondStepSections state={state.data} />
        ) : state.isError ? (
          <ErrorState error={state.error} onRetry={() => void state.refetch()} />
        ) : (
          <LoadingState rows={3} height={56} />
        )}
      </div>
      <Group justify="space-between" mt="lg">
        <Button variant="default" onClick={() => void signOut()}>
          {shell('signOut')}
        </Button>
        <Button disabled={!isDone} onClick={() => void reloadUser()}>
          {t('required.go')}
        </Button>
      </Group>
    </main>
  );
}
