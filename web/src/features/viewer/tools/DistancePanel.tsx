import { useTranslation } from 'react-i18next';
import { ToolHint } from './ToolHint.tsx';

export function DistancePanel() {
  const { t } = useTranslation('viewer');
  return <ToolHint>{t('measureHint')}</ToolHint>;
}
