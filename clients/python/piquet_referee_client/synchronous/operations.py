"""A method for each operation. Made from openapi.yaml by `make clients`. Not to be edited."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Literal, Unpack, overload
from urllib.parse import quote

from piquet_referee_client.models import (
    ActionText,
    Advice,
    AdviceOfSeat,
    AdviceOfView,
    Assumption,
    CheckInTurn,
    CheckItems,
    CheckRequest,
    ComparedRecords,
    CompareRecordsRequest,
    CompareRequest,
    Comparison,
    ConcealedDealAnswer,
    ConvertedRecord,
    ConvertedToJson,
    ConvertedToText,
    DealAnswer,
    Effort,
    EvaluateHands,
    EvaluateSeat,
    EvaluateView,
    Evaluations,
    EventReport,
    ExchangeAnalysis,
    ExchangeOfHand,
    ExchangeOfSeat,
    ExchangeOfView,
    FirstConcealedDeal,
    FirstDealFromDeck,
    FirstDealFromHands,
    FirstDealFromSeed,
    FirstNormandDealFromDeck,
    FirstNormandDealFromHands,
    FirstNormandDealFromSeed,
    FirstVoleurDealFromDeck,
    FirstVoleurDealFromHands,
    FirstVoleurDealFromSeed,
    HandAnswer,
    Judgement,
    JudgementList,
    LawAnswer,
    LawCode,
    LawList,
    LayoutWeights,
    Liveness,
    MatchToSettle,
    NextConcealedDeal,
    NextDealFromDeck,
    NextDealFromHands,
    NextDealFromSeed,
    NextIrregularDeal,
    NextNormandDealFromDeck,
    NextNormandDealFromHands,
    NextNormandDealFromSeed,
    NextVoleurDealFromDeck,
    NextVoleurDealFromHands,
    NextVoleurDealFromSeed,
    NormandCheckInTurn,
    NormandCheckItems,
    NormandCheckRequest,
    NormandCompareRequest,
    NormandComparison,
    NormandDealAnswer,
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
    PartieByCut,
    PartieByDealer,
    PartieToSettle,
    PictureColours,
    PictureLanguage,
    PictureRequest,
    PictureSuits,
    PictureSvg,
    PictureWidth,
    PlayAnalysis,
    PlayFromHands,
    PlayFromLead,
    PlayFromState,
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
    RulingOnFacts,
    RulingOnState,
    Rulings,
    SampleSeed,
    Seat,
    SettlementAnswer,
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
    VoleurCheckInTurn,
    VoleurCheckItems,
    VoleurCheckRequest,
    VoleurCompareRequest,
    VoleurComparison,
    VoleurDealAnswer,
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
)


class Operations(ABC):
    """The operations of the service. Members of a body are sent as keywords."""

    @abstractmethod
    def _send(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, Any] | None = None,
        body: Any = None,
        accept: str = "application/json",
        repeatable: bool = True,
    ) -> Any:
        """Send a request and return the body of the response."""

    def list_rulesets(self) -> RulesetList:
        """List all rulesets: `GET /v1/rulesets`."""
        answer: RulesetList = self._send("GET", "/v1/rulesets")
        return answer

    def get_ruleset(self, name: str) -> RulesetAnswer:
        """Get one ruleset: `GET /v1/rulesets/{name}`."""
        answer: RulesetAnswer = self._send("GET", f"/v1/rulesets/{quote(name, safe='')}")
        return answer

    def compare_rulesets(self, name: str, other: str) -> RulesetDifferences:
        """Compare two rulesets: `GET /v1/rulesets/{name}/differences/{other}`."""
        answer: RulesetDifferences = self._send(
            "GET", f"/v1/rulesets/{quote(name, safe='')}/differences/{quote(other, safe='')}"
        )
        return answer

    def list_laws(self, *, law: LawCode | None = None) -> LawList:
        """List all laws: `GET /v1/laws`."""
        answer: LawList = self._send("GET", "/v1/laws", query={"law": law})
        return answer

    def get_law(self, id: str, *, law: LawCode | None = None) -> LawAnswer:
        """Get one law: `GET /v1/laws/{id}`."""
        answer: LawAnswer = self._send("GET", f"/v1/laws/{quote(id, safe='')}", query={"law": law})
        return answer

    @overload
    def start_partie(self, **body: Unpack[PartieByDealer]) -> PartieAnswer: ...
    @overload
    def start_partie(self, **body: Unpack[PartieByCut]) -> PartieAnswer: ...
    def start_partie(self, **body: Any) -> PartieAnswer:
        """Begin a partie: `POST /v1/parties`."""
        answer: PartieAnswer = self._send("POST", "/v1/parties", body=body)
        return answer

    @overload
    def deal(self, **body: Unpack[NextDealFromDeck]) -> DealAnswer: ...
    @overload
    def deal(self, **body: Unpack[NextDealFromHands]) -> DealAnswer: ...
    @overload
    def deal(self, **body: Unpack[NextIrregularDeal]) -> DealAnswer: ...
    @overload
    def deal(self, **body: Unpack[NextDealFromSeed]) -> DealAnswer: ...
    @overload
    def deal(self, **body: Unpack[FirstDealFromDeck]) -> DealAnswer: ...
    @overload
    def deal(self, **body: Unpack[FirstDealFromHands]) -> DealAnswer: ...
    @overload
    def deal(self, **body: Unpack[FirstDealFromSeed]) -> DealAnswer: ...
    def deal(self, **body: Any) -> DealAnswer:
        """Deal the cards: `POST /v1/deals`."""
        answer: DealAnswer = self._send("POST", "/v1/deals", body=body)
        return answer

    @overload
    def deal_concealed(self, **body: Unpack[FirstConcealedDeal]) -> ConcealedDealAnswer: ...
    @overload
    def deal_concealed(self, **body: Unpack[NextConcealedDeal]) -> ConcealedDealAnswer: ...
    def deal_concealed(self, **body: Any) -> ConcealedDealAnswer:
        """Deal a concealed state: `POST /v1/deals/concealed`."""
        answer: ConcealedDealAnswer = self._send("POST", "/v1/deals/concealed", body=body, repeatable=False)
        return answer

    def check_action_line(self, *, state: str, action: ActionText) -> Judgement:
        """Judge one action, with GET: `GET /v1/actions/check`."""
        answer: Judgement = self._send("GET", "/v1/actions/check", query={"state": state, "action": action})
        return answer

    def check_action(self, **body: Unpack[CheckRequest]) -> Judgement:
        """Judge one action: `POST /v1/actions/check`."""
        answer: Judgement = self._send("POST", "/v1/actions/check", body=body)
        return answer

    @overload
    def check_many_actions(self, **body: Unpack[CheckItems]) -> JudgementList: ...
    @overload
    def check_many_actions(self, **body: Unpack[CheckInTurn]) -> JudgementList: ...
    def check_many_actions(self, **body: Any) -> JudgementList:
        """Judge many actions: `POST /v1/actions/check-many`."""
        answer: JudgementList = self._send("POST", "/v1/actions/check-many", body=body)
        return answer

    def list_options(self, **body: Unpack[OptionsRequest]) -> OptionsAnswer:
        """List what a seat may do: `POST /v1/actions/options`."""
        answer: OptionsAnswer = self._send("POST", "/v1/actions/options", body=body)
        return answer

    def validate_state(self, **body: Unpack[StateRequest]) -> Validity:
        """Validate a state: `POST /v1/states/validate`."""
        answer: Validity = self._send("POST", "/v1/states/validate", body=body)
        return answer

    def view_state(self, **body: Unpack[ViewRequest]) -> ViewAnswer:
        """View a state as one seat: `POST /v1/states/view`."""
        answer: ViewAnswer = self._send("POST", "/v1/states/view", body=body)
        return answer

    def picture_line(
        self,
        *,
        state: str,
        seat: Seat | None = None,
        bottom: Seat | None = None,
        lang: PictureLanguage | None = None,
        colours: PictureColours | None = None,
        width: PictureWidth | None = None,
        suits: PictureSuits | None = None,
        accept: Literal["image/svg+xml", "text/plain"] = "image/svg+xml",
    ) -> PictureSvg:
        """Draw a state, with GET: `GET /v1/states/picture`."""
        answer: PictureSvg = self._send(
            "GET",
            "/v1/states/picture",
            query={
                "state": state,
                "seat": seat,
                "bottom": bottom,
                "lang": lang,
                "colours": colours,
                "width": width,
                "suits": suits,
            },
            accept=accept,
        )
        return answer

    def picture_state(
        self, *, accept: Literal["image/svg+xml", "text/plain"] = "image/svg+xml", **body: Unpack[PictureRequest]
    ) -> PictureSvg:
        """Draw a state: `POST /v1/states/picture`."""
        answer: PictureSvg = self._send("POST", "/v1/states/picture", accept=accept, body=body)
        return answer

    @overload
    def list_rulings(self, **body: Unpack[RulingOnFacts]) -> Rulings: ...
    @overload
    def list_rulings(self, **body: Unpack[RulingOnState]) -> Rulings: ...
    def list_rulings(self, **body: Any) -> Rulings:
        """Rule on an irregularity: `POST /v1/rulings`."""
        answer: Rulings = self._send("POST", "/v1/rulings", body=body)
        return answer

    @overload
    def settle_partie(self, **body: Unpack[PartieToSettle]) -> SettlementAnswer: ...
    @overload
    def settle_partie(self, **body: Unpack[MatchToSettle]) -> SettlementAnswer: ...
    def settle_partie(self, **body: Any) -> SettlementAnswer:
        """Settle a partie or a match: `POST /v1/settlements`."""
        answer: SettlementAnswer = self._send("POST", "/v1/settlements", body=body)
        return answer

    def compare_hands(self, **body: Unpack[CompareRequest]) -> Comparison:
        """Compare two hands: `POST /v1/hands/compare`."""
        answer: Comparison = self._send("POST", "/v1/hands/compare", body=body)
        return answer

    @overload
    def evaluate_hands(self, **body: Unpack[EvaluateHands]) -> Evaluations: ...
    @overload
    def evaluate_hands(self, **body: Unpack[EvaluateView]) -> Evaluations: ...
    @overload
    def evaluate_hands(self, **body: Unpack[EvaluateSeat]) -> Evaluations: ...
    def evaluate_hands(self, **body: Any) -> Evaluations:
        """Evaluate hands: `POST /v1/hands/evaluate`."""
        answer: Evaluations = self._send("POST", "/v1/hands/evaluate", body=body)
        return answer

    def get_hand(self, cards: str, *, ruleset: RulesetName | None = None) -> HandAnswer:
        """Evaluate one hand: `GET /v1/hands/{cards}`."""
        answer: HandAnswer = self._send("GET", f"/v1/hands/{quote(cards, safe='')}", query={"ruleset": ruleset})
        return answer

    def get_hand_picture(
        self,
        cards: str,
        *,
        lang: PictureLanguage | None = None,
        colours: PictureColours | None = None,
        width: PictureWidth | None = None,
        suits: PictureSuits | None = None,
        accept: Literal["image/svg+xml", "text/plain"] = "image/svg+xml",
    ) -> PictureSvg:
        """Draw one hand: `GET /v1/hands/{cards}/picture`."""
        answer: PictureSvg = self._send(
            "GET",
            f"/v1/hands/{quote(cards, safe='')}/picture",
            query={"lang": lang, "colours": colours, "width": width, "suits": suits},
            accept=accept,
        )
        return answer

    @overload
    def analyse_play(self, **body: Unpack[PlayFromState]) -> PlayAnalysis: ...
    @overload
    def analyse_play(self, **body: Unpack[PlayFromHands]) -> PlayAnalysis: ...
    @overload
    def analyse_play(self, **body: Unpack[PlayFromLead]) -> PlayAnalysis: ...
    def analyse_play(self, **body: Any) -> PlayAnalysis:
        """Analyse the play, all cards known: `POST /v1/play/analyse`."""
        answer: PlayAnalysis = self._send("POST", "/v1/play/analyse", body=body)
        return answer

    def advise_line(
        self,
        *,
        state: str,
        seat: Seat | None = None,
        assume: Assumption | None = None,
        weights: LayoutWeights | None = None,
        effort: Effort | None = None,
        seed: SampleSeed | None = None,
        limit: OptionLimit | None = None,
    ) -> Advice:
        """Advise the seat to act, with GET: `GET /v1/advice`."""
        answer: Advice = self._send(
            "GET",
            "/v1/advice",
            query={
                "state": state,
                "seat": seat,
                "assume": assume,
                "weights": weights,
                "effort": effort,
                "seed": seed,
                "limit": limit,
            },
        )
        return answer

    @overload
    def advise(self, **body: Unpack[AdviceOfSeat]) -> Advice: ...
    @overload
    def advise(self, **body: Unpack[AdviceOfView]) -> Advice: ...
    def advise(self, **body: Any) -> Advice:
        """Advise the seat to act: `POST /v1/advice`."""
        answer: Advice = self._send("POST", "/v1/advice", body=body)
        return answer

    @overload
    def analyse_exchange(self, **body: Unpack[ExchangeOfHand]) -> ExchangeAnalysis: ...
    @overload
    def analyse_exchange(self, **body: Unpack[ExchangeOfView]) -> ExchangeAnalysis: ...
    @overload
    def analyse_exchange(self, **body: Unpack[ExchangeOfSeat]) -> ExchangeAnalysis: ...
    def analyse_exchange(self, **body: Any) -> ExchangeAnalysis:
        """Rank the discards of a hand: `POST /v1/exchanges/analyse`."""
        answer: ExchangeAnalysis = self._send("POST", "/v1/exchanges/analyse", body=body)
        return answer

    def list_voleur_rulesets(self) -> RulesetList:
        """List the rulesets of voleur: `GET /v1/voleur/rulesets`."""
        answer: RulesetList = self._send("GET", "/v1/voleur/rulesets")
        return answer

    @overload
    def voleur_deal(self, **body: Unpack[NextVoleurDealFromDeck]) -> VoleurDealAnswer: ...
    @overload
    def voleur_deal(self, **body: Unpack[NextVoleurDealFromHands]) -> VoleurDealAnswer: ...
    @overload
    def voleur_deal(self, **body: Unpack[NextVoleurDealFromSeed]) -> VoleurDealAnswer: ...
    @overload
    def voleur_deal(self, **body: Unpack[FirstVoleurDealFromDeck]) -> VoleurDealAnswer: ...
    @overload
    def voleur_deal(self, **body: Unpack[FirstVoleurDealFromHands]) -> VoleurDealAnswer: ...
    @overload
    def voleur_deal(self, **body: Unpack[FirstVoleurDealFromSeed]) -> VoleurDealAnswer: ...
    def voleur_deal(self, **body: Any) -> VoleurDealAnswer:
        """Deal the cards of voleur: `POST /v1/voleur/deals`."""
        answer: VoleurDealAnswer = self._send("POST", "/v1/voleur/deals", body=body)
        return answer

    def check_voleur_action(self, **body: Unpack[VoleurCheckRequest]) -> VoleurJudgement:
        """Judge one action of voleur: `POST /v1/voleur/actions/check`."""
        answer: VoleurJudgement = self._send("POST", "/v1/voleur/actions/check", body=body)
        return answer

    @overload
    def check_many_voleur_actions(self, **body: Unpack[VoleurCheckItems]) -> VoleurJudgementList: ...
    @overload
    def check_many_voleur_actions(self, **body: Unpack[VoleurCheckInTurn]) -> VoleurJudgementList: ...
    def check_many_voleur_actions(self, **body: Any) -> VoleurJudgementList:
        """Judge many actions of voleur: `POST /v1/voleur/actions/check-many`."""
        answer: VoleurJudgementList = self._send("POST", "/v1/voleur/actions/check-many", body=body)
        return answer

    def list_voleur_options(self, **body: Unpack[VoleurOptionsRequest]) -> VoleurOptionsAnswer:
        """List what a seat may do in voleur: `POST /v1/voleur/actions/options`."""
        answer: VoleurOptionsAnswer = self._send("POST", "/v1/voleur/actions/options", body=body)
        return answer

    def validate_voleur_state(self, **body: Unpack[VoleurStateRequest]) -> VoleurValidity:
        """Validate a state of voleur: `POST /v1/voleur/states/validate`."""
        answer: VoleurValidity = self._send("POST", "/v1/voleur/states/validate", body=body)
        return answer

    def view_voleur_state(self, **body: Unpack[VoleurViewRequest]) -> VoleurViewAnswer:
        """View a state of voleur as one seat: `POST /v1/voleur/states/view`."""
        answer: VoleurViewAnswer = self._send("POST", "/v1/voleur/states/view", body=body)
        return answer

    def picture_voleur_state(
        self, *, accept: Literal["image/svg+xml", "text/plain"] = "image/svg+xml", **body: Unpack[VoleurPictureRequest]
    ) -> PictureSvg:
        """Draw a state of voleur: `POST /v1/voleur/states/picture`."""
        answer: PictureSvg = self._send("POST", "/v1/voleur/states/picture", accept=accept, body=body)
        return answer

    def settle_voleur_partie(self, **body: Unpack[VoleurSettlementRequest]) -> VoleurSettlement:
        """Settle a partie of voleur: `POST /v1/voleur/settlements`."""
        answer: VoleurSettlement = self._send("POST", "/v1/voleur/settlements", body=body)
        return answer

    def compare_voleur_hands(self, **body: Unpack[VoleurCompareRequest]) -> VoleurComparison:
        """Compare the hands of voleur: `POST /v1/voleur/hands/compare`."""
        answer: VoleurComparison = self._send("POST", "/v1/voleur/hands/compare", body=body)
        return answer

    def list_normand_rulesets(self) -> RulesetList:
        """List the rulesets of normand: `GET /v1/normand/rulesets`."""
        answer: RulesetList = self._send("GET", "/v1/normand/rulesets")
        return answer

    @overload
    def normand_deal(self, **body: Unpack[NextNormandDealFromDeck]) -> NormandDealAnswer: ...
    @overload
    def normand_deal(self, **body: Unpack[NextNormandDealFromHands]) -> NormandDealAnswer: ...
    @overload
    def normand_deal(self, **body: Unpack[NextNormandDealFromSeed]) -> NormandDealAnswer: ...
    @overload
    def normand_deal(self, **body: Unpack[FirstNormandDealFromDeck]) -> NormandDealAnswer: ...
    @overload
    def normand_deal(self, **body: Unpack[FirstNormandDealFromHands]) -> NormandDealAnswer: ...
    @overload
    def normand_deal(self, **body: Unpack[FirstNormandDealFromSeed]) -> NormandDealAnswer: ...
    def normand_deal(self, **body: Any) -> NormandDealAnswer:
        """Deal the cards of normand: `POST /v1/normand/deals`."""
        answer: NormandDealAnswer = self._send("POST", "/v1/normand/deals", body=body)
        return answer

    def check_normand_action(self, **body: Unpack[NormandCheckRequest]) -> NormandJudgement:
        """Judge one action of normand: `POST /v1/normand/actions/check`."""
        answer: NormandJudgement = self._send("POST", "/v1/normand/actions/check", body=body)
        return answer

    @overload
    def check_many_normand_actions(self, **body: Unpack[NormandCheckItems]) -> NormandJudgementList: ...
    @overload
    def check_many_normand_actions(self, **body: Unpack[NormandCheckInTurn]) -> NormandJudgementList: ...
    def check_many_normand_actions(self, **body: Any) -> NormandJudgementList:
        """Judge many actions of normand: `POST /v1/normand/actions/check-many`."""
        answer: NormandJudgementList = self._send("POST", "/v1/normand/actions/check-many", body=body)
        return answer

    def list_normand_options(self, **body: Unpack[NormandOptionsRequest]) -> NormandOptionsAnswer:
        """List what a seat may do in normand: `POST /v1/normand/actions/options`."""
        answer: NormandOptionsAnswer = self._send("POST", "/v1/normand/actions/options", body=body)
        return answer

    def validate_normand_state(self, **body: Unpack[NormandStateRequest]) -> NormandValidity:
        """Validate a state of normand: `POST /v1/normand/states/validate`."""
        answer: NormandValidity = self._send("POST", "/v1/normand/states/validate", body=body)
        return answer

    def view_normand_state(self, **body: Unpack[NormandViewRequest]) -> NormandViewAnswer:
        """View a state of normand as one seat: `POST /v1/normand/states/view`."""
        answer: NormandViewAnswer = self._send("POST", "/v1/normand/states/view", body=body)
        return answer

    def picture_normand_state(
        self, *, accept: Literal["image/svg+xml", "text/plain"] = "image/svg+xml", **body: Unpack[NormandPictureRequest]
    ) -> PictureSvg:
        """Draw a state of normand: `POST /v1/normand/states/picture`."""
        answer: PictureSvg = self._send("POST", "/v1/normand/states/picture", accept=accept, body=body)
        return answer

    def settle_normand_partie(self, **body: Unpack[NormandSettlementRequest]) -> NormandSettlement:
        """Settle a partie of normand: `POST /v1/normand/settlements`."""
        answer: NormandSettlement = self._send("POST", "/v1/normand/settlements", body=body)
        return answer

    def compare_normand_hands(self, **body: Unpack[NormandCompareRequest]) -> NormandComparison:
        """Compare the hands of normand: `POST /v1/normand/hands/compare`."""
        answer: NormandComparison = self._send("POST", "/v1/normand/hands/compare", body=body)
        return answer

    def verify_event(self, **body: Unpack[VerifyEventRequest]) -> EventReport:
        """Verify an event: `POST /v1/events/verify`."""
        answer: EventReport = self._send("POST", "/v1/events/verify", body=body)
        return answer

    def standings(self, **body: Unpack[StandingsRequest]) -> Standings:
        """Standings of an event: `POST /v1/standings`."""
        answer: Standings = self._send("POST", "/v1/standings", body=body)
        return answer

    def verify_records(self, **body: Unpack[VerifyRecordsRequest]) -> RecordReports:
        """Verify records: `POST /v1/records/verify`."""
        answer: RecordReports = self._send("POST", "/v1/records/verify", body=body)
        return answer

    def review_record(self, **body: Unpack[ReviewRecordRequest]) -> RecordReview:
        """Review a record: `POST /v1/records/review`."""
        answer: RecordReview = self._send("POST", "/v1/records/review", body=body)
        return answer

    def compare_records(self, **body: Unpack[CompareRecordsRequest]) -> ComparedRecords:
        """Compare records: `POST /v1/records/compare`."""
        answer: ComparedRecords = self._send("POST", "/v1/records/compare", body=body)
        return answer

    @overload
    def convert_record(self, **body: Unpack[RecordToText]) -> ConvertedToText: ...
    @overload
    def convert_record(self, **body: Unpack[OtherToText]) -> ConvertedToText: ...
    @overload
    def convert_record(self, **body: Unpack[StateToText]) -> ConvertedToText: ...
    @overload
    def convert_record(self, **body: Unpack[RecordToJson]) -> ConvertedToJson: ...
    @overload
    def convert_record(self, **body: Unpack[OtherToJson]) -> ConvertedToJson: ...
    @overload
    def convert_record(self, **body: Unpack[StateToJson]) -> ConvertedToJson: ...
    def convert_record(self, **body: Any) -> Any:
        """Convert a record: `POST /v1/records/convert`."""
        answer: ConvertedRecord = self._send("POST", "/v1/records/convert", body=body)
        return answer

    def livez(self) -> Liveness:
        """Check that the process is alive: `GET /livez`."""
        answer: Liveness = self._send("GET", "/livez")
        return answer

    def readyz(self) -> Readiness:
        """Check that the process takes requests: `GET /readyz`."""
        answer: Readiness = self._send("GET", "/readyz")
        return answer
