import { PAGES } from '@cusp/contract/pages';
import { startVisit } from '@cusp/contract/region-visit.routes';
import { regionOfSid } from '@cusp/contract/storage-region';
import type { ServerLoc } from '@cusp/contract/wire';
import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { appInfo } from '../../brand/app-info.ts';
import { ApiError } from '../../client/api-error.ts';
import { call } from '../../client/call.ts';
import { challengeOf, randomText } from '../../client/code-challenge.ts';
import { leaveForRegion } from '../../client/leave-for-region.ts';
import { loginPathFor, safeNext } from '../../client/next-path.ts';
import { useIsGuest, useSession } from '../../client/session/session-store.ts';
import { errorText } from '../../i18n/error-text.ts';
import { EntryPage, LinkButton, Outcome, Waiting } from '../identity/entry-page.offers.tsx';

/**
 * Redirects to `next` in the region of `sid`, by default the other one; mails to guests link to it. In that region it
 * leads on, or home if the person is signed out. At home it begins a visit, after sign-in.
 */
export default function RegionVisitScreen() {
  const { search } = useLocation();
  const session = useSession();
  const isGuest = useIsGuest();
  const { other_region_url: other, server_loc: here } = appInfo();
  const params = new URLSearchParams(search);
  const next = safeNext(params.get('next')) ?? PAGES.cases;
  const sid = params.get('sid');
  const isHere = sid !== null && regionOfSid(sid) === here;
  const isIn = 'user' in session;

  if (session.status === 'checking') return <Way region={here} />;
  if (!other || (isHere && isIn)) return <Navigate to={next} replace />;
  if (isHere) return <Leave to={other + PAGES.regionVisit + search} region={here} />;
  if (!isIn) return <Navigate to={loginPathFor(PAGES.regionVisit + search)} replace />;
  const there = here === 'EU' ? 'US' : 'EU';
  // Guests live in the other region, so they need no visit there.
  if (isGuest) return <Leave to={other + next} region={there} />;
  return <Visit site={other} region={there} next={next} />;
}

/** Shows the target region. */
function Way({ region }: { region: ServerLoc }) {
  const { t } = useTranslation('visit');
  return (
    <EntryPage>
      <Waiting text={t(`opening.${region}`)} />
    </EntryPage>
  );
}

function Leave({ to, region }: { to: string; region: ServerLoc }) {
  useEffect(() => location.replace(to), [to]);
  return <Way region={region} />;
}

interface VisitProps {
  /** Address of the other region's site. */
  site: string;
  region: ServerLoc;
  next: string;
}

/** Begins a visit, or shows why that is not possible. */
function Visit({ site, region, next }: VisitProps) {
  const { t } = useTranslation('visit');
  const { t: words } = useTranslation('errors');
  const [error, setError] = useState<unknown>(null);
  const hasBegun = useRef(false);
  const begin = useCallback(async () => {
    setError(null);
    try {
      const codeVerifier = randomText();
      const begun = await call(startVisit, { body: { codeChallenge: await challengeOf(codeVerifier) } });
      leaveForRegion(site, { ...begun, codeVerifier }, next);
    } catch (cause) {
      setError(cause);
    }
  }, [site, next]);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void begin();
  }, [begin]);
  // The form has been used up when the person comes back by the browser's button.
  useEffect(() => {
    const back = (event: PageTransitionEvent) => event.persisted && location.replace(PAGES.cases);
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);
  if (error === null) return <Way region={region} />;
  const isNone = error instanceof ApiError && error.status === 404;
  return (
    <EntryPage>
      <Outcome
        icon={IconPlugConnectedX}
        tone="bad"
        title={t(`failed.${region}`)}
        text={isNone ? t('none') : errorText(words, error)}
      >
        {!isNone && <Button onClick={() => void begin()}>{t('again')}</Button>}
        <LinkButton to={PAGES.cases} variant="default">
          {t('toCases')}
        </LinkButton>
      </Outcome>
    </EntryPage>
  );
}
