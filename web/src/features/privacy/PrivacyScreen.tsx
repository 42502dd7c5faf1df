import { PAGES } from '@cusp/contract/pages';
import { Anchor, Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '../../client/api-error.ts';
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

/** Privacy tools for the owner of a practice: accesses to patients, and what is shared with others. */
export default function PrivacyScreen() {
  const { t } = useTranslation('privacy');
  const [isRefused, setRefused] = useState(false);
  const onRefused = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'privacy_owner_only') setRefused(true);
  };
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} text={t('text')} />
      <div className={classes.sections}>
        {isRefused ? (
          <>
            <TitledCard title={t('log.title')}>
              <EmptyState
                icon={<IconLock size={22} />}
                title={t('owner.title')}
                text={t('owner.text')}
                action={
                  <Button component={Link} to={PAGES.groups} variant="default" size="sm">
                    {t('owner.group')}
                  </Button>
                }
              />
            </TitledCard>
            <Retention />
          </>
        ) : (
          <>
            <Elsewhere />
            <AccessLog onRefused={onRefused} />
            <OpenLinks />
            <Holds />
            <Retention />
            <div id="export" className={classes.place}>
              <DataExports />
            </div>
            <KeptStatements />
            <ErasePatient />
          </>
        )}
        <AcceptedAgreements />
        <TitledCard title={t('account.title')}>
          <p className={classes.text}>{t('account.text')}</p>
          <Anchor component={Link} to={PAGES.security}>
            {t('account.link')}
          </Anchor>
        </TitledCard>
      </div>
    </div>
  );
}

/** Cases in the other region, which this page does not include. Renders nothing without any. */
function Elsewhere() {
  const { t } = useTranslation('privacy');
  if (!useGuestCases()) return null;
  return (
    <div className={classes.elsewhere}>
      <GuestCases />
      <p className={classes.text}>{t('elsewhere')}</p>
    </div>
  );
}
