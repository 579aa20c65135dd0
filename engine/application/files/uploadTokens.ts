// A token lets its holder upload files for an hour, for one component. The token itself says so, and nothing is stored
// for it, so it is good after a restart too.
import crypto from "node:crypto";
import { RequestError } from "../contract";

const validMs = 60 * 60 * 1000;

export class UploadTokens {
  /** How often each token was used, the oldest first. A restart forgets it. */
  private readonly uses = new Map<string, { times: number; expiresAt: number }>();

  constructor(
    private readonly now: () => number,
    private readonly secret: string,
    private readonly maxUses: number,
  ) {}

  create(component: string): string {
    const expiresAt = Math.floor(this.now() + validMs);
    const name = Buffer.from(component).toString("base64url");
    const claim = `${expiresAt}.${name}.${crypto.randomBytes(9).toString("base64url")}`;
    return `${claim}.${this.proof(claim)}`;
  }

  /** Returns the component. Throws RequestError for a token that is not good, or no longer. */
  use(token: string): string {
    const [expiresAt = "", component = "", nonce = "", proof = ""] = token.split(".");
    const isOurs = crypto.timingSafeEqual(digestOf(proof), digestOf(this.proof(`${expiresAt}.${component}.${nonce}`)));
    if (!isOurs || Number(expiresAt) < this.now()) {
      throw new RequestError(400, "InvalidUploadToken", "The upload token is invalid or has expired.");
    }
    if (this.maxUses !== Infinity) this.count(nonce, Number(expiresAt));
    return Buffer.from(component, "base64url").toString();
  }

  private count(nonce: string, expiresAt: number): void {
    for (const [one, use] of this.uses) {
      if (use.expiresAt >= this.now()) break;
      this.uses.delete(one);
    }
    const { times } = this.uses.get(nonce) ?? { times: 0 };
    if (times >= this.maxUses) {
      const message = `The upload token was used ${this.maxUses} times, as often as it may be. Ask for another one.`;
      throw new RequestError(400, "InvalidUploadToken", message);
    }
    this.uses.set(nonce, { times: times + 1, expiresAt });
  }

  private proof(claim: string): string {
    return crypto.createHmac("sha256", this.secret).update(`upload ${claim}`).digest("base64url");
  }
}

/** Two texts are compared in the same time, whatever their lengths. */
function digestOf(text: string): Buffer {
  return crypto.createHash("sha256").update(text).digest();
}
