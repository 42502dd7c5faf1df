import type { Feature } from '@cusp/contract/partner-features';
import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './features.module.css';
import { useFeatureOption } from './use-feature-option.ts';

/** Turns the feature of a device on or off; shows the new state at once and goes back if the change fails. */
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
