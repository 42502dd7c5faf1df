import { type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './user-menu.module.css';

const SCHEMES: readonly MantineColorScheme[] = ['light', 'dark', 'auto'];

/** Light, dark, or as the system does. */
export function AppearanceRow() {
  const { t } = useTranslation('shell');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className={classes.row}>
      <div className={classes.label}>{t('scheme.label')}</div>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('scheme.label')}
        data={SCHEMES.map((value) => ({ value, label: t(`scheme.${value}`) }))}
        value={colorScheme}
        onChange={(value) => setColorScheme(value as MantineColorScheme)}
      />
    </div>
  );
}
