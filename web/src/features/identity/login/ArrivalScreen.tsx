import { PAGES } from '@cusp/contract/pages';
import { completeArrival } from '@cusp/contract/sign-in.routes';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { call } from '../../../client/call.ts';
import { useSession } from '../../../client/session/session-store.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { EntryPage } from '../page/EntryPage.tsx';
import { LinkButton, Outcome, Waiting } from '../page/Outcome.tsx';
import SecondStep from '../second-step/SecondStep.tsx';
import classes from './login.module.css';
import { type AskedStep, useSignIn } from './use-sign-in.ts';

/** Continues a sign-in that began at the other region's site: the second step if there is one, then the person's page. */
export default function ArrivalScreen() {
  const { t } = useTranslation('login');
  const { t: words } = useTranslation('errors');
  const { search } = useLocation();
  const isChecking = useSession().status === 'checking';
  const [step, setStep] = useState<AskedStep | null>(null);
  const [isDone, setDone] = useState(false);
  const [isGivenUp, setGivenUp] = useState(false);
  const { signIn, error } = useSignIn({ onSecondStep: setStep, onDone: () => setDone(true) });
  const hasBegun = useRef(false);
  // The browser's former session is looked up first, because it ends with the new one.
  useEffect(() => {
    if (isChecking || hasBegun.current) return;
    hasBegun.current = true;
    void signIn(() => call(completeArrival, {}));
  });
  const login = PAGES.login + search;
  // That page redirects people who are already signed in.
  if (isDone || isGivenUp) return <Navigate to={login} replace />;
  return (
    <EntryPage>
      {error !== null && (
        <Outcome
          icon={IconPlugConnectedX}
          tone="bad"
          title={t('arrival.failed')}
          text={errorText(words, error)}
        >
          <LinkButton to={login}>{t('submit')}</LinkButton>
        </Outcome>
      )}
      {error === null && !step && <Waiting text={t('arrival.waiting')} />}
      {step && (
        <>
          <PageTitle className={classes.title}>{t('title')}</PageTitle>
          <SecondStep step={step} onBack={() => setGivenUp(true)} onDone={() => setDone(true)} />
        </>
      )}
    </EntryPage>
  );
}
