import { PAGES } from '@cusp/contract/pages';
import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import latest from '../../../../languages/en/whats-new.md?latest';
import { readPreference, writePreference } from '../../ui/cookies.ts';

/** The last news that this browser has shown. */
const COOKIE = 'cusp_news';

export const helpPath = (article: string): string => `${PAGES.help}/${article}`;

export const WHATS_NEW = helpPath('whats-new');

/** Whether there is news that this browser has not shown yet. */
export const useHasNews = (): boolean => useState(() => (readPreference(COOKIE) ?? '') < latest)[0];

export const markNewsRead = (): void => writePreference(COOKIE, latest);

/** Links from a message to the help about its problem. */
export function HelpLink({ to, className }: { to: string; className?: string }) {
  const { t } = useTranslation('common');
  return (
    <Anchor component={Link} inherit to={helpPath(to)} target="_blank" className={className}>
      {t('learnMore')}
    </Anchor>
  );
}
