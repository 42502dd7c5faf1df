import { isKnownStep } from '@cusp/dental/production';
import { useTranslation } from 'react-i18next';

/** Name of a step: the lab's, otherwise in the language of the reader. */
export function useStepName() {
  const { t } = useTranslation('production');
  return ({ step, name }: { step: string; name: string }): string =>
    name || (isKnownStep(step) ? t(`steps.${step}`) : step);
}
