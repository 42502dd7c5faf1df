import { PAGES } from '@cusp/contract/pages';
import { beginSupport } from '@cusp/contract/support.routes';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { bindToSupport } from '../../client/area.ts';
import { call } from '../../client/call.ts';
import { beginSession } from '../../client/session/session.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';

/** Strict mode runs effects twice, and the token works once. */
let begun: { token: string; session: Promise<void> } | null = null;

const begin = (token: string): Promise<void> => {
  if (begun?.token !== token) begun = { token, session: beginIn(token) };
  return begun.session;
};

async function beginIn(token: string): Promise<void> {
  const auth = await call(beginSupport, { body: { token } });
  // Set before the session is requested by its cookie, which another tab may have replaced by then.
  bindToSupport(auth.support);
  await beginSession(auth);
}

/** Opens the account of the link in the address, and removes the token from the address. */
export default function BeginSupportScreen() {
  const { t } = useTranslation('support');
  const navigate = useNavigate();
  const [token] = useState(() => location.hash.slice(1));
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    history.replaceState(null, '', PAGES.support);
    begin(token).then(() => navigate(PAGES.dashboard, { replace: true }), setError);
  }, [token, navigate]);
  return (
    <main style={{ padding: 24 }}>
      {error === null ? (
        <>
          <PageTitle>{t('begin.opening')}</PageTitle>
          <LoadingState />
        </>
      ) : (
        <ErrorState error={error} title={t('begin.failed')} />
      )}
    </main>
  );
}
