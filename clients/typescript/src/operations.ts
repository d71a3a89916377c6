// A method for each operation. Made from openapi.yaml by `make clients`. Not to be edited.
import type {
  ActionText,
  Advice,
  AdviceRequest,
  AnalysePlayRequest,
  Assumption,
  CheckManyRequest,
  CheckRequest,
  CompareRecordsRequest,
  CompareRequest,
  ComparedRecords,
  Comparison,
  ConcealedDealAnswer,
  ConcealedDealRequest,
  ConvertRecordRequest,
  ConvertedRecord,
  ConvertedToJson,
  ConvertedToText,
  DealAnswer,
  DealRequest,
  Effort,
  EvaluateRequest,
  Evaluations,
  EventReport,
  ExchangeAnalysis,
  ExchangeRequest,
  HandAnswer,
  Judgement,
  JudgementList,
  LawAnswer,
  LawCode,
  LawList,
  LayoutWeights,
  Liveness,
  NormandCheckManyRequest,
  NormandCheckRequest,
  NormandCompareRequest,
  NormandComparison,
  NormandDealAnswer,
  NormandDealRequest,
  NormandJudgement,
  NormandJudgementList,
  NormandOptionsAnswer,
  NormandOptionsRequest,
  NormandPictureRequest,
  NormandSettlement,
  NormandSettlementRequest,
  NormandStateRequest,
  NormandValidity,
  NormandViewAnswer,
  NormandViewRequest,
  OptionLimit,
  OptionsAnswer,
  OptionsRequest,
  OtherToJson,
  OtherToText,
  PartieAnswer,
  PartieRequest,
  PictureColours,
  PictureLanguage,
  PictureRequest,
  PictureSuits,
  PictureSvg,
  PictureWidth,
  PlayAnalysis,
  Readiness,
  RecordReports,
  RecordReview,
  RecordToJson,
  RecordToText,
  ReviewRecordRequest,
  RulesetAnswer,
  RulesetDifferences,
  RulesetList,
  RulesetName,
  Rulings,
  RulingsRequest,
  SampleSeed,
  Seat,
  SettlementAnswer,
  SettlementRequest,
  Standings,
  StandingsRequest,
  StateRequest,
  StateToJson,
  StateToText,
  Validity,
  VerifyEventRequest,
  VerifyRecordsRequest,
  ViewAnswer,
  ViewRequest,
  VoleurCheckManyRequest,
  VoleurCheckRequest,
  VoleurCompareRequest,
  VoleurComparison,
  VoleurDealAnswer,
  VoleurDealRequest,
  VoleurJudgement,
  VoleurJudgementList,
  VoleurOptionsAnswer,
  VoleurOptionsRequest,
  VoleurPictureRequest,
  VoleurSettlement,
  VoleurSettlementRequest,
  VoleurStateRequest,
  VoleurValidity,
  VoleurViewAnswer,
  VoleurViewRequest,
} from "./contract.js";

/** A request, as the methods of `Operations` make it. */
export interface Sent {
  method: "GET" | "POST";
  path: string;
  query?: object;
  body?: object;
  accept?: string;
  repeatable?: boolean;
}

/** The operations of the service. */
export abstract class Operations {
  /** Send a request, and return the body of the response. */
  protected abstract send<Answer>(request: Sent): Promise<Answer>;

  /** List all rulesets: `GET /v1/rulesets`. */
  listRulesets(): Promise<RulesetList> {
    return this.send({ method: "GET", path: "/v1/rulesets" });
  }

  /** Get one ruleset: `GET /v1/rulesets/{name}`. */
  getRuleset(name: string): Promise<RulesetAnswer> {
    return this.send({ method: "GET", path: `/v1/rulesets/${encodeURIComponent(name)}` });
  }

  /** Compare two rulesets: `GET /v1/rulesets/{name}/differences/{other}`. */
  compareRulesets(name: string, other: string): Promise<RulesetDifferences> {
    return this.send({ method: "GET", path: `/v1/rulesets/${encodeURIComponent(name)}/differences/${encodeURIComponent(other)}` });
  }

  /** List all laws: `GET /v1/laws`. */
  listLaws(query: { law?: LawCode } = {}): Promise<LawList> {
    return this.send({ method: "GET", path: "/v1/laws", query });
  }

  /** Get one law: `GET /v1/laws/{id}`. */
  getLaw(id: string, query: { law?: LawCode } = {}): Promise<LawAnswer> {
    return this.send({ method: "GET", path: `/v1/laws/${encodeURIComponent(id)}`, query });
  }

  /** Begin a partie: `POST /v1/parties`. */
  startPartie(body: PartieRequest): Promise<PartieAnswer> {
    return this.send({ method: "POST", path: "/v1/parties", body });
  }

  /** Deal the cards: `POST /v1/deals`. */
  deal(body: DealRequest): Promise<DealAnswer> {
    return this.send({ method: "POST", path: "/v1/deals", body });
  }

  /** Deal a concealed state: `POST /v1/deals/concealed`. */
  dealConcealed(body: ConcealedDealRequest): Promise<ConcealedDealAnswer> {
    return this.send({ method: "POST", path: "/v1/deals/concealed", body, repeatable: false });
  }

  /** Judge one action, with GET: `GET /v1/actions/check`. */
  checkActionLine(query: { state: string; action: ActionText }): Promise<Judgement> {
    return this.send({ method: "GET", path: "/v1/actions/check", query });
  }

  /** Judge one action: `POST /v1/actions/check`. */
  checkAction(body: CheckRequest): Promise<Judgement> {
    return this.send({ method: "POST", path: "/v1/actions/check", body });
  }

  /** Judge many actions: `POST /v1/actions/check-many`. */
  checkManyActions(body: CheckManyRequest): Promise<JudgementList> {
    return this.send({ method: "POST", path: "/v1/actions/check-many", body });
  }

  /** List what a seat may do: `POST /v1/actions/options`. */
  listOptions(body: OptionsRequest): Promise<OptionsAnswer> {
    return this.send({ method: "POST", path: "/v1/actions/options", body });
  }

  /** Validate a state: `POST /v1/states/validate`. */
  validateState(body: StateRequest): Promise<Validity> {
    return this.send({ method: "POST", path: "/v1/states/validate", body });
  }

  /** View a state as one seat: `POST /v1/states/view`. */
  viewState(body: ViewRequest): Promise<ViewAnswer> {
    return this.send({ method: "POST", path: "/v1/states/view", body });
  }

  /** Draw a state, with GET: `GET /v1/states/picture`. */
  pictureLine(query: { state: string; seat?: Seat; bottom?: Seat; lang?: PictureLanguage; colours?: PictureColours; width?: PictureWidth; suits?: PictureSuits }, accept: "image/svg+xml" | "text/plain" = "image/svg+xml"): Promise<PictureSvg> {
    return this.send({ method: "GET", path: "/v1/states/picture", query, accept });
  }

  /** Draw a state: `POST /v1/states/picture`. */
  pictureState(body: PictureRequest, accept: "image/svg+xml" | "text/plain" = "image/svg+xml"): Promise<PictureSvg> {
    return this.send({ method: "POST", path: "/v1/states/picture", body, accept });
  }

  /** Rule on an irregularity: `POST /v1/rulings`. */
  listRulings(body: RulingsRequest): Promise<Rulings> {
    return this.send({ method: "POST", path: "/v1/rulings", body });
  }

  /** Settle a partie or a match: `POST /v1/settlements`. */
  settlePartie(body: SettlementRequest): Promise<SettlementAnswer> {
    return this.send({ method: "POST", path: "/v1/settlements", body });
  }

  /** Compare two hands: `POST /v1/hands/compare`. */
  compareHands(body: CompareRequest): Promise<Comparison> {
    return this.send({ method: "POST", path: "/v1/hands/compare", body });
  }

  /** Evaluate hands: `POST /v1/hands/evaluate`. */
  evaluateHands(body: EvaluateRequest): Promise<Evaluations> {
    return this.send({ method: "POST", path: "/v1/hands/evaluate", body });
  }

  /** Evaluate one hand: `GET /v1/hands/{cards}`. */
  getHand(cards: string, query: { ruleset?: RulesetName } = {}): Promise<HandAnswer> {
    return this.send({ method: "GET", path: `/v1/hands/${encodeURIComponent(cards)}`, query });
  }

  /** Draw one hand: `GET /v1/hands/{cards}/picture`. */
  getHandPicture(cards: string, query: { lang?: PictureLanguage; colours?: PictureColours; width?: PictureWidth; suits?: PictureSuits } = {}, accept: "image/svg+xml" | "text/plain" = "image/svg+xml"): Promise<PictureSvg> {
    return this.send({ method: "GET", path: `/v1/hands/${encodeURIComponent(cards)}/picture`, query, accept });
  }

  /** Analyse the play, all cards known: `POST /v1/play/analyse`. */
  analysePlay(body: AnalysePlayRequest): Promise<PlayAnalysis> {
    return this.send({ method: "POST", path: "/v1/play/analyse", body });
  }

  /** Advise the seat to act, with GET: `GET /v1/advice`. */
  adviseLine(query: { state: string; seat?: Seat; assume?: Assumption; weights?: LayoutWeights; effort?: Effort; seed?: SampleSeed; limit?: OptionLimit }): Promise<Advice> {
    return this.send({ method: "GET", path: "/v1/advice", query });
  }

  /** Advise the seat to act: `POST /v1/advice`. */
  advise(body: AdviceRequest): Promise<Advice> {
    return this.send({ method: "POST", path: "/v1/advice", body });
  }

  /** Rank the discards of a hand: `POST /v1/exchanges/analyse`. */
  analyseExchange(body: ExchangeRequest): Promise<ExchangeAnalysis> {
    return this.send({ method: "POST", path: "/v1/exchanges/analyse", body });
  }

  /** List the rulesets of voleur: `GET /v1/voleur/rulesets`. */
  listVoleurRulesets(): Promise<RulesetList> {
    return this.send({ method: "GET", path: "/v1/voleur/rulesets" });
  }

  /** Deal the cards of voleur: `POST /v1/voleur/deals`. */
  voleurDeal(body: VoleurDealRequest): Promise<VoleurDealAnswer> {
    return this.send({ method: "POST", path: "/v1/voleur/deals", body });
  }

  /** Judge one action of voleur: `POST /v1/voleur/actions/check`. */
  checkVoleurAction(body: VoleurCheckRequest): Promise<VoleurJudgement> {
    return this.send({ method: "POST", path: "/v1/voleur/actions/check", body });
  }

  /** Judge many actions of voleur: `POST /v1/voleur/actions/check-many`. */
  checkManyVoleurActions(body: VoleurCheckManyRequest): Promise<VoleurJudgementList> {
    return this.send({ method: "POST", path: "/v1/voleur/actions/check-many", body });
  }

  /** List what a seat may do in voleur: `POST /v1/voleur/actions/options`. */
  listVoleurOptions(body: VoleurOptionsRequest): Promise<VoleurOptionsAnswer> {
    return this.send({ method: "POST", path: "/v1/voleur/actions/options", body });
  }

  /** Validate a state of voleur: `POST /v1/voleur/states/validate`. */
  validateVoleurState(body: VoleurStateRequest): Promise<VoleurValidity> {
    return this.send({ method: "POST", path: "/v1/voleur/states/validate", body });
  }

  /** View a state of voleur as one seat: `POST /v1/voleur/states/view`. */
  viewVoleurState(body: VoleurViewRequest): Promise<VoleurViewAnswer> {
    return this.send({ method: "POST", path: "/v1/voleur/states/view", body });
  }

  /** Draw a state of voleur: `POST /v1/voleur/states/picture`. */
  pictureVoleurState(body: VoleurPictureRequest, accept: "image/svg+xml" | "text/plain" = "image/svg+xml"): Promise<PictureSvg> {
    return this.send({ method: "POST", path: "/v1/voleur/states/picture", body, accept });
  }

  /** Settle a partie of voleur: `POST /v1/voleur/settlements`. */
  settleVoleurPartie(body: VoleurSettlementRequest): Promise<VoleurSettlement> {
    return this.send({ method: "POST", path: "/v1/voleur/settlements", body });
  }

  /** Compare the hands of voleur: `POST /v1/voleur/hands/compare`. */
  compareVoleurHands(body: VoleurCompareRequest): Promise<VoleurComparison> {
    return this.send({ method: "POST", path: "/v1/voleur/hands/compare", body });
  }

  /** List the rulesets of normand: `GET /v1/normand/rulesets`. */
  listNormandRulesets(): Promise<RulesetList> {
    return this.send({ method: "GET", path: "/v1/normand/rulesets" });
  }

  /** Deal the cards of normand: `POST /v1/normand/deals`. */
  normandDeal(body: NormandDealRequest): Promise<NormandDealAnswer> {
    return this.send({ method: "POST", path: "/v1/normand/deals", body });
  }

  /** Judge one action of normand: `POST /v1/normand/actions/check`. */
  checkNormandAction(body: NormandCheckRequest): Promise<NormandJudgement> {
    return this.send({ method: "POST", path: "/v1/normand/actions/check", body });
  }

  /** Judge many actions of normand: `POST /v1/normand/actions/check-many`. */
  checkManyNormandActions(body: NormandCheckManyRequest): Promise<NormandJudgementList> {
    return this.send({ method: "POST", path: "/v1/normand/actions/check-many", body });
  }

  /** List what a seat may do in normand: `POST /v1/normand/actions/options`. */
  listNormandOptions(body: NormandOptionsRequest): Promise<NormandOptionsAnswer> {
    return this.send({ method: "POST", path: "/v1/normand/actions/options", body });
  }

  /** Validate a state of normand: `POST /v1/normand/states/validate`. */
  validateNormandState(body: NormandStateRequest): Promise<NormandValidity> {
    return this.send({ method: "POST", path: "/v1/normand/states/validate", body });
  }

  /** View a state of normand as one seat: `POST /v1/normand/states/view`. */
  viewNormandState(body: NormandViewRequest): Promise<NormandViewAnswer> {
    return this.send({ method: "POST", path: "/v1/normand/states/view", body });
  }

  /** Draw a state of normand: `POST /v1/normand/states/picture`. */
  pictureNormandState(body: NormandPictureRequest, accept: "image/svg+xml" | "text/plain" = "image/svg+xml"): Promise<PictureSvg> {
    return this.send({ method: "POST", path: "/v1/normand/states/picture", body, accept });
  }

  /** Settle a partie of normand: `POST /v1/normand/settlements`. */
  settleNormandPartie(body: NormandSettlementRequest): Promise<NormandSettlement> {
    return this.send({ method: "POST", path: "/v1/normand/settlements", body });
  }

  /** Compare the hands of normand: `POST /v1/normand/hands/compare`. */
  compareNormandHands(body: NormandCompareRequest): Promise<NormandComparison> {
    return this.send({ method: "POST", path: "/v1/normand/hands/compare", body });
  }

  /** Verify an event: `POST /v1/events/verify`. */
  verifyEvent(body: VerifyEventRequest): Promise<EventReport> {
    return this.send({ method: "POST", path: "/v1/events/verify", body });
  }

  /** Standings of an event: `POST /v1/standings`. */
  standings(body: StandingsRequest): Promise<Standings> {
    return this.send({ method: "POST", path: "/v1/standings", body });
  }

  /** Verify records: `POST /v1/records/verify`. */
  verifyRecords(body: VerifyRecordsRequest): Promise<RecordReports> {
    return this.send({ method: "POST", path: "/v1/records/verify", body });
  }

  /** Review a record: `POST /v1/records/review`. */
  reviewRecord(body: ReviewRecordRequest): Promise<RecordReview> {
    return this.send({ method: "POST", path: "/v1/records/review", body });
  }

  /** Compare records: `POST /v1/records/compare`. */
  compareRecords(body: CompareRecordsRequest): Promise<ComparedRecords> {
    return this.send({ method: "POST", path: "/v1/records/compare", body });
  }

  /** Convert a record: `POST /v1/records/convert`. */
  convertRecord(body: RecordToText): Promise<ConvertedToText>;
  convertRecord(body: OtherToText): Promise<ConvertedToText>;
  convertRecord(body: StateToText): Promise<ConvertedToText>;
  convertRecord(body: RecordToJson): Promise<ConvertedToJson>;
  convertRecord(body: OtherToJson): Promise<ConvertedToJson>;
  convertRecord(body: StateToJson): Promise<ConvertedToJson>;
  convertRecord(body: ConvertRecordRequest): Promise<ConvertedRecord>;
  convertRecord(body: ConvertRecordRequest): Promise<ConvertedRecord> {
    return this.send({ method: "POST", path: "/v1/records/convert", body });
  }

  /** Check that the process is alive: `GET /livez`. */
  livez(): Promise<Liveness> {
    return this.send({ method: "GET", path: "/livez" });
  }

  /** Check that the process takes requests: `GET /readyz`. */
  readyz(): Promise<Readiness> {
    return this.send({ method: "GET", path: "/readyz" });
  }
}
