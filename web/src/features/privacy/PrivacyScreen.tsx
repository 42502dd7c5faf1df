import { PAGES } from '@cusp/contract/pages';
import { Anchor, Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '../../client/api-error.ts';
import { useIsGuest } from '../../client/session/session-store.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { TitledCard } from '../../ui/TitledCard.tsx';
import { AcceptedAgreements } from '../agreements/agreements.offers.tsx';
import { GuestCases, useGuestCases } from '../region-visit/region-visit.offers.tsx';
import { KeptStatements } from '../statements/statements.offers.tsx';
import { AccessLog } from './AccessLog.tsx';
import { DataExports } from './DataExports.tsx';
import { ErasePatient } from './ErasePatient.tsx';
import { Holds } from './Holds.tsx';
import { OpenLinks } from './OpenLinks.tsx';
import classes from './privacy.module.css';
import { Retention } from './Retention.tsx';

/**
 * Privacy tools for the owner of a practice: accesses to patients, and what is shared with others. Guests have those for
 * cases in this region; everything else of their practice is at home.
 */
export default function PrivacyScreen() {
  const { t } = useTranslation('privacy');
  const isGuest = useIsGuest();
  const [isRefused, setRefused] = useState(false);
  const onRefused = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'privacy_owner_only') setRefused(true);
  };
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} text={t(isGuest ? 'guest' : 'text')} />
      <div className={classes.sections}>
        {isRefused ? (
          <>
            <TitledCard title={t('log.title')}>
              <EmptyState
                icon={<IconLock size={22} />}
                title={t('owner.title')}
                text={t('owner.text')}
                action={
                  !isGuest && (
                    <Button component={Link} to={PAGES.groups} variant="default" size="sm">
                      {t('owner.group')}
                    </Button>
                  )
                }
              />
            </TitledCard>
            {!isGuest && <Retention />}
          </>
        ) : (
          <>
            <Elsewhere />
            <AccessLog onRefused={onRefused} />
            {!isGuest && <OpenLinks />}
            <Holds />
            {!isGuest && <Retention />}
            <div id="export" className={classes.place}>
              <DataExports />
            </div>
            {!isGuest && <KeptStatements />}
            <ErasePatient />
          </>
        )}
        {!isGuest && (
          <>
            <AcceptedAgreements />
            <TitledCard title={t('account.title')}>
              <p className={classes.text}>{t('account.text')}</p>
              <Anchor component={Link} to={PAGES.security}>
                {t('account.link')}
              </Anchor>
            </TitledCard>
          </>
        )}
      </div>
    </div>
  );
}

/** The way to the same page of the other region, for the cases there. Renders nothing without any. */
function Elsewhere() {
  const { t } = useTranslation('privacy');
  if (!useGuestCases()) return null;
  return (
    <div className={classes.elsewhere}>
      <GuestCases next={PAGES.privacy} />
      <p className={classes.text}>{t('elsewhere')}</p>
    </div>
  );
}
