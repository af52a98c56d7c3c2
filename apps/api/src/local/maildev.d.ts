/** The part of maildev 2 that we use; it ships no types. */
declare module 'maildev' {
  interface Options {
    smtp: number;
    ip: string;
    web: number;
    webIp: string;
    silent?: boolean;
    mailDirectory?: string;
  }
  export default class MailDev {
    constructor(options: Options);
    listen(callback: (error?: Error) => void): void;
    close(callback: () => void): void;
  }
}
