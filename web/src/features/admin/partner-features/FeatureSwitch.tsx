import type { ReplyFrom } from '@cusp/contract/endpoints';
import type { Feature } from '@cusp/contract/partner-features';
import { changeFeature, FEATURE_TIMEOUT_MS, type listFeatures } from '@cusp/contract/partner-features.routes';
import { Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { toastError } from '../../../ui/toast.ts';
import { FEATURE_LISTS } from './feature-lists.ts';
import classes from './features.module.css';

/** Turns the feature of a device on or off; shows the new state immediately and reverts it if the change fails. */
export function FeatureSwitch({ feature }: { feature: Feature }) {
  const { t } = useTranslation('admin-features');
  const { option, isPending, change } = useFeatureOption(feature);
  return (
    <Switch
      checked={option}
      aria-label={t('optionOf', { udi: feature.udi })}
      aria-busy={isPending}
      classNames={{ label: classes.option }}
      label={option ? t('yes') : t('no')}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  );
}

type Features = ReplyFrom<typeof listFeatures>;
/** The option of a feature: the requested one while the request runs, otherwise the stored one. */
function useFeatureOption(feature: Feature) {
  const { t } = useTranslation('admin-features');
  const { t: words } = useTranslation('errors');
  const queries = useQueryClient();
  const [wish, setWish] = useState<boolean | null>(null);

  const textOf = (error: unknown, isTimeout: boolean): string => {
    if (isTimeout) return t('timeout', { id: feature.id });
    if (error instanceof ApiError && error.code === 'conflict' && error.changedBy)
      return t('changedBy', { name: error.changedBy });
    return errorText(words, error);
  };

  const change = async (option: boolean): Promise<void> => {
    if (wish !== null) return;
    setWish(option);
    const signal = AbortSignal.timeout(FEATURE_TIMEOUT_MS);
    const input = { params: { id: feature.id }, body: { option, version: feature.version } };
    try {
      const after = await call(changeFeature, input, { signal });
      queries.setQueriesData<Features>({ queryKey: FEATURE_LISTS[0] }, (list) => {
        const replaced = (row: Feature) => (row.id === after.id ? after : row);
        return list && { ...list, features: list.features.map(replaced) };
      });
    } catch (error) {
      toastError(textOf(error, signal.aborted));
    } finally {
      // Also after a failure: another user was faster, or the reply was lost.
      for (const queryKey of FEATURE_LISTS) void queries.invalidateQueries({ queryKey });
      setWish(null);
    }
  };
  return { option: wish ?? feature.option, isPending: wish !== null, change };
}
