interface Recaptcha {
  ready: (callback: () => void) => void;
  execute: (siteKey: string, options: { action: string }) => Promise<string>;
}

declare global {
  interface Window {
    grecaptcha?: Recaptcha;
  }
}

/** Loads reCAPTCHA v3 for servers with BOT_CHECK=recaptcha. Returns the function that makes tokens. */
export function loadRecaptcha(siteKey: string): Promise<(action: string) => Promise<string>> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`;
    script.onerror = () => reject(new Error('The bot check is not loaded.'));
    script.onload = () => {
      const { grecaptcha } = window;
      if (!grecaptcha) reject(new Error('The bot check is not loaded.'));
      else grecaptcha.ready(() => resolve((action) => grecaptcha.execute(siteKey, { action })));
    };
    document.head.append(script);
  });
}
