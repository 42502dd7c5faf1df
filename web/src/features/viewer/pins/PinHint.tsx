import { useTranslation } from 'react-i18next';
import { ToolHint } from '../tools/ToolHint.tsx';

export function PinHint() {
  const { t } = useTranslation('viewer');
  return <ToolHint>{t('pins.hint')}</ToolHint>;
}
