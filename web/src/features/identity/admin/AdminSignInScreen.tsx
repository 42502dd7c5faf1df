import { checkSession, logout } from '@cusp/contract/sign-in.routes';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { brand } from '../../../brand/app-info.ts';
import { ApiError } from '../../../client/api-error.ts';
import { CALLER } from '../../../client/area.ts';
import { call } from '../../../client/call.ts';
import { clearPersonal, holdsCustomer } from '../../../client/personal-storage.ts';
import { useSession } from '../../../client/session/session-store.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { LanguageSelect } from '../login/LanguageSelect.tsx';
import { LoginForm } from '../login/LoginForm.tsx';
import classes from '../login/login.module.css';
import type { AskedStep } from '../login/use-sign-in.ts';

const SecondStep = lazy(() => import('../second-step/SecondStep.tsx'));

/** The sign-in page of the administration. */
export default function AdminSignInScreen() {
  const { t } = useTranslation('admin');
  const { t: login } = useTranslation('login');
  const { t: words } = useTranslation('errors');
  const session = useSession();
  const wasSignedOut = useCustomerSignedOut();
  const [step, setStep] = useState<AskedStep | null>(null);
  return (
    <div className={classes.page}>
      <div className={classes.side}>
        <header className={classes.top}>
          <LanguageSelect />
        </header>
        <main className={classes.main}>
          <div className={classes.intro}>
            <img src={brand().images.mark} alt="" width={40} height={40} />
            <p className={classes.introName}>{brand().app_name}</p>
          </div>
          <PageTitle className={classes.title}>{t('title')}</PageTitle>
          {wasSignedOut && !step && (
            <p className={classes.notice} role="alert">
              {words('not_device_manager')}
            </p>
          )}
          {session.status === 'out' && session.idle && !step && (
            <p className={classes.notice} role="status">
              {login('idle')}
            </p>
          )}
          {step ? (
            <Suspense fallback={null}>
              <SecondStep step={step} onBack={() => setStep(null)} />
            </Suspense>
          ) : (
            <LoginForm plain onSecondStep={setStep} />
          )}
        </main>
      </div>
    </div>
  );
}

/**
 * Signs out a customer without a staff flag who opens the administration, as the specification requires, and returns
 * whether it did. A staff member's customer session stays.
 */
function useCustomerSignedOut(): boolean {
  const [isOut, setOut] = useState(false);
  useEffect(() => {
    if (!holdsCustomer()) return;
    call(checkSession, { query: CALLER }, { isOwnAccord: true }).catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'not_device_manager') return;
      await call(logout, { query: {} }).catch((cause: unknown) =>
        console.warn('could not sign out on the server', cause),
      );
      clearPersonal('customer');
      setOut(true);
    });
  }, []);
  return isOut;
}
