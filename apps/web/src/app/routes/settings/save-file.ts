export function saveFile(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  // Safari reads the address after the click event, so the address stays valid for a minute.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
