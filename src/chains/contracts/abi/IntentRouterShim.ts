// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
export const intentRouterShimAbi = [
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "router",
        "type": "address"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "constructor"
  },
  {
    "inputs": [],
    "name": "DelegateCallOnly",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "router",
        "type": "address"
      }
    ],
    "name": "NoRouter",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "internalType": "bytes",
        "name": "reason",
        "type": "bytes"
      }
    ],
    "name": "TokenCallFailed",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      }
    ],
    "name": "NativeSent",
    "type": "event"
  },
  {
    "inputs": [],
    "name": "ROUTER",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "VERSION",
    "outputs": [
      {
        "internalType": "string",
        "name": "",
        "type": "string"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "token",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      },
      {
        "components": [
          {
            "internalType": "address",
            "name": "target",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "value",
            "type": "uint256"
          },
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "spender",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "amount",
            "type": "uint256"
          },
          {
            "internalType": "uint256[]",
            "name": "offsets",
            "type": "uint256[]"
          },
          {
            "internalType": "bytes",
            "name": "data",
            "type": "bytes"
          }
        ],
        "internalType": "struct Step[]",
        "name": "",
        "type": "tuple[]"
      },
      {
        "components": [
          {
            "internalType": "address",
            "name": "token",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "minAmount",
            "type": "uint256"
          }
        ],
        "internalType": "struct Output[]",
        "name": "",
        "type": "tuple[]"
      }
    ],
    "name": "run",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  }
] as const

export const intentRouterShimBytecode =
  '0x60c06040523060a052348015610013575f5ffd5b506040516109b63803806109b683398101604081905261003291610043565b6001600160a01b0316608052610070565b5f60208284031215610053575f5ffd5b81516001600160a01b0381168114610069575f5ffd5b9392505050565b60805160a0516109036100b35f395f61010901525f8181605d01528181610163015281816101dc01528181610265015281816102d0015261032201526109035ff3fe608060405234801561000f575f5ffd5b506004361061003f575f3560e01c80632cca52361461004357806332fe7b2614610058578063ffa1ad74146100a9575b5f5ffd5b61005661005136600461078b565b6100f2565b005b61007f7f000000000000000000000000000000000000000000000000000000000000000081565b60405173ffffffffffffffffffffffffffffffffffffffff90911681526020015b60405180910390f35b6100e56040518060400160405280600181526020017f320000000000000000000000000000000000000000000000000000000000000081525081565b6040516100a091906108ac565b73ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000163003610161576040517f52cafe3200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b7f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff163b5f0361020e576040517f38b2139d00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff7f00000000000000000000000000000000000000000000000000000000000000001660048201526024015b60405180910390fd5b7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff85036102425761023f863061037d565b94505b73ffffffffffffffffffffffffffffffffffffffff8616158061028a5761028a877f00000000000000000000000000000000000000000000000000000000000000008861044f565b5f5f368080601f0160208091040260200160405190810160405280939291908181526020018383808284375f920182905250604485018c905293945083925061030591507f00000000000000000000000000000000000000000000000000000000000000009050856102fc575f6102fe565b8a5b855a6104fe565b91509150816103175761031781610584565b83610346576103468a7f000000000000000000000000000000000000000000000000000000000000000061058c565b6103717f32f323e47a16260766659ab48c8ea888f701034d3d9f44cbc10eddbd36f55abb60016105ab565b50505050505050505050565b5f73ffffffffffffffffffffffffffffffffffffffff83161561042d576040517f70a0823100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff83811660048301528416906370a0823190602401602060405180830381865afa158015610404573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061042891906108be565b610446565b8173ffffffffffffffffffffffffffffffffffffffff16315b90505b92915050565b60405173ffffffffffffffffffffffffffffffffffffffff83166024820152604481018290526104f9908490606401604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529190526020810180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f095ea7b3000000000000000000000000000000000000000000000000000000001790526105b2565b505050565b5f60605f5f855160208701888a88f19150610517610619565b905081801561052557508415155b1561057b578573ffffffffffffffffffffffffffffffffffffffff167f541898aec092707283113bff40960b1e5b991d41aa1f0e6339a7d5ffe53627a28660405161057291815260200190565b60405180910390a25b94509492505050565b805160208201fd5b61059782308361064e565b156105a7576105a782825f61044f565b5050565b80825d5050565b5f5f6105c0845f855a6104fe565b915091508115806105d857506105d684826106ef565b155b156106135783816040517f54a3dcad0000000000000000000000000000000000000000000000000000000081526004016102059291906108d5565b50505050565b60606102003d8181111561062a5750805b6040519250808352601f19601f8201166020840101604052805f602085013e505090565b6040517fdd62ed3e00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff838116600483015282811660248301525f919085169063dd62ed3e90604401602060405180830381865afa1580156106c3573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906106e791906108be565b949350505050565b5f81515f03610718575073ffffffffffffffffffffffffffffffffffffffff82163b1515610449565b602082511015801561044657508180602001905181019061073991906108be565b6001149392505050565b5f5f83601f840112610753575f5ffd5b50813567ffffffffffffffff81111561076a575f5ffd5b6020830191508360208260061b8501011115610784575f5ffd5b9250929050565b5f5f5f5f5f5f608087890312156107a0575f5ffd5b863573ffffffffffffffffffffffffffffffffffffffff811681146107c3575f5ffd5b955060208701359450604087013567ffffffffffffffff8111156107e5575f5ffd5b8701601f810189136107f5575f5ffd5b803567ffffffffffffffff81111561080b575f5ffd5b8960208260051b840101111561081f575f5ffd5b60209190910194509250606087013567ffffffffffffffff811115610842575f5ffd5b61084e89828a01610743565b979a9699509497509295939492505050565b5f81518084528060208401602086015e5f6020828601015260207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011685010191505092915050565b602081525f6104466020830184610860565b5f602082840312156108ce575f5ffd5b5051919050565b73ffffffffffffffffffffffffffffffffffffffff83168152604060208201525f6106e7604083018461086056' as const
