import type { ServerLoc } from '@cusp/contract/wire';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { appInfo } from '../../../brand/app-info.ts';
import { type Elsewhere, leaveForRegion } from '../../../client/leave-for-region.ts';
import { safeNext } from '../../../client/next-path.ts';

/**
 * Leaves for the other region's site; `leaving` until then. `onBack` is called when the person comes back by the
 * browser's button, because browsers then show the page as it was.
 */
export function useLeaving(onBack: () => void) {
  const { search } = useLocation();
  const [leaving, setLeaving] = useState<ServerLoc | null>(null);
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => {
      // Browsers fire it after the first load too.
      if (!leaving && !persisted) return;
      setLeaving(null);
      onBack();
    };
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  });

  function leave(elsewhere: Elsewhere): void {
    const site = appInfo().other_region_url;
    if (!site) return;
    setLeaving(elsewhere.user_loc);
    leaveForRegion(site, elsewhere, safeNext(new URLSearchParams(search).get('next')));
  }

  return { leaving, leave };
}
