import { FileButton, type FileButtonProps } from '@mantine/core';

/**
 * A button that opens the browser's file dialog. The input clears the earlier choice, because browsers do not report
 * the same file a second time, for example after it was corrected or its upload failed.
 */
export function ChooseFile<Multiple extends boolean = false>({
  inputProps,
  ...props
}: FileButtonProps<Multiple>) {
  const forget = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    currentTarget.value = '';
  };
  return <FileButton {...props} inputProps={{ ...inputProps, onClick: forget }} />;
}
