import { Slider } from '@mantine/core';
import styles from './maps.module.css';

interface MapSliderProps {
  label: string;
  /** What stands beside it. */
  text: string;
  value: number;
  min: number;
  max: number;
  step: number;
  onChange(value: number): void;
}

/** A slider with its name and value over it; the arrow keys move it by a step. */
export function MapSlider({ label, text, ...slider }: MapSliderProps) {
  return (
    <div>
      <div className={styles.sliderHead}>
        <span>{label}</span>
        <span className={styles.value}>{text}</span>
      </div>
      <Slider
        className={styles.slider}
        size="sm"
        label={null}
        thumbLabel={label}
        thumbValueText={text}
        {...slider}
      />
    </div>
  );
}
